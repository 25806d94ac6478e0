package fleet

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// Keys are the two keys that a server lets in: one that may do everything, and one that may only take jobs and put results.
type Keys struct {
	RunFile, WorkerFile string // seeds, for Access.Key

	run, worker string // public
}

// OpenKeys reads the keys in a folder, or makes them where there are none.
func OpenKeys(dir string) (*Keys, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	k := &Keys{RunFile: filepath.Join(dir, "run.nk"), WorkerFile: filepath.Join(dir, "worker.nk")}
	var err error
	if k.run, err = openKey(k.RunFile); err != nil {
		return nil, err
	}
	k.worker, err = openKey(k.WorkerFile)
	return k, err
}

// openKey reads a seed from a file, or draws one into it, and returns the public key.
func openKey(path string) (string, error) {
	seed, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return "", err
		}
		if seed, err = pair.Seed(); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, append(seed, '\n'), 0o600); err != nil {
			return "", err
		}
	} else if err != nil {
		return "", err
	}
	pair, err := nkeys.ParseDecoratedNKey(seed)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return public, nil
}

// admit has a server let the keys in, each to what it may do.
func (k *Keys) admit(o *server.Options) {
	o.Nkeys = []*server.NkeyUser{
		{Nkey: k.run},
		{Nkey: k.worker, Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: []string{
				// What there is.
				"$JS.API.INFO",
				"$JS.API.STREAM.INFO." + jobsStream,
				"$JS.API.STREAM.INFO.KV_" + runsBucket, "$JS.API.DIRECT.GET.KV_" + runsBucket + ".>", "$JS.API.STREAM.MSG.GET.KV_" + runsBucket,
				"$JS.API.CONSUMER.CREATE.KV_" + runsBucket + ".>", "$JS.API.CONSUMER.DELETE.KV_" + runsBucket + ".>",
				"$JS.API.STREAM.INFO.KV_" + workersBucket,
				"$JS.API.STREAM.INFO.OBJ_" + resultsBucket, "$JS.API.DIRECT.GET.OBJ_" + resultsBucket + ".>", "$JS.API.STREAM.MSG.GET.OBJ_" + resultsBucket,
				// To take jobs, and to hand those on that have to be done alone.
				"$JS.API.CONSUMER.INFO." + jobsStream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + jobsStream + ".*", "$JS.ACK." + jobsStream + ".>",
				jobsSubject + "*.*",
				// To put results, and to say how it is.
				doneSubject + "*", deadSubject + "*", "$O." + resultsBucket + ".>", "$KV." + workersBucket + ".*",
			}},
			Subscribe: &server.SubjectPermission{Allow: []string{workersInbox + ".>"}},
		}},
	}
}
