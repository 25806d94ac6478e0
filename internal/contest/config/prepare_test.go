package config

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/settings"
)

func TestPrepareMakesTheFolders(t *testing.T) {
	dir := t.TempDir()
	cert, key := certificate(t, dir)
	c := mustParse(t, fmt.Sprintf(`
server: {data_dir: %[1]s/data, tls: {cert: %[2]s, key: %[3]s}}
game_logger: {enable: false, output_dir: %[1]s/unused}
realtime_broadcaster: {output_dir: %[1]s/public/feed}
matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 1, output_path: %[1]s/plan/a.json}
`, dir, cert, key))
	if err := c.Prepare(); err != nil {
		t.Fatal(err)
	}
	for _, made := range []string{"data", "data/json", "public/feed", "plan"} {
		entries, err := os.ReadDir(filepath.Join(dir, made))
		if err != nil {
			t.Error(err)
		}
		for _, e := range entries {
			if !e.IsDir() {
				t.Errorf("%s is left in %s", e.Name(), made)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "unused")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of a log that is off: %v", err)
	}
}

// The organisers' server plays on when it cannot write, and loses what it should have written.
func TestPrepareNamesEveryPlaceThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := mustParse(t, fmt.Sprintf(`server:
  data_dir: %[1]s
  tls:
    cert: %[1]s.pem
    key: %[1]s.key
json_logger:
  output_dir: %[1]s/json
game_logger:
  output_dir: %[1]s
realtime_broadcaster: {enable: false}
tracks:
  - name: a
    matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 1, output_path: %[1]s/plan.json}
`, file))
	err := c.Prepare()
	var e *settings.Error
	if !errors.As(err, &e) || len(e.Faults) != 5 {
		t.Fatalf("%v", err)
	}
	for i, want := range []string{
		"contest.yml:2: server.data_dir: ",
		"contest.yml:4: server.tls.cert: ",
		"contest.yml:7: json_logger.output_dir: ",
		"contest.yml:9: game_logger.output_dir: ",
		"contest.yml:13: tracks[0].matching.output_path: ",
	} {
		if got := e.Faults[i].String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	var path *fs.PathError
	if !errors.As(err, &path) {
		t.Errorf("the cause is lost: %v", err)
	}
}

func TestPrepareNeedsToWriteInTheFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if os.WriteFile(filepath.Join(dir, "x"), nil, 0o600) == nil {
		t.Skip("this user may write everywhere")
	}
	if err := writable(dir); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
}

// certificate writes one that nobody should trust.
func certificate(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, bytes []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", public), write("key.pem", "EC PRIVATE KEY", secret)
}
