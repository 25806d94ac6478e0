package main

import (
	"fmt"
	"path/filepath"

	itself "wolfden"
	"wolfden/internal/bot/baseline"
	"wolfden/internal/starter"
)

type agentCmd struct {
	New agentNewCmd `cmd:"" help:"Write a small agent that plays, to be changed."`
}

type agentNewCmd struct {
	Lang string `enum:"python,go,java,prompt" default:"python" help:"What it is made of: python, go, java or prompt (for language models)."`
	Dir  string `arg:"" file:"dir" help:"The folder of the new agent; it is made, or must be empty."`
}

// Help is the long help of the command.
func (agentNewCmd) Help() string {
	return `Writes a small project that passes wolfden check as it is: a function from an observation
to an answer, which is yours to change. Connecting, coming back and time-outs are done.
README.md in the folder has its commands. Examples:

  wolfden agent new mine                  in Python, with websocket-client
  wolfden agent new --lang go mine        in Go, with the packages of Wolfden that it needs
  wolfden agent new --lang java mine      in Java 17, with nothing but the JDK; Maven if it is there
  wolfden agent new --lang prompt mine    prompts for language models, without a program`
}

// Run writes the project.
func (c *agentNewCmd) Run(e *env) error {
	p := &starter.Project{Kind: starter.Kind(c.Lang), Source: itself.Source}
	if p.Kind == starter.Prompt {
		p.Prompts = map[string][]byte{}
		for _, lang := range []string{"en", "ja"} {
			text, err := baseline.Source(lang)
			if err != nil {
				return err
			}
			p.Prompts[lang+".yml"] = text
		}
	}
	names, err := p.Write(c.Dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintln(e.stdout, filepath.Join(c.Dir, name))
	}
	fmt.Fprintf(e.stderr, "Begin with:\n%s", begin(c.Dir, p.Kind))
	return nil
}

// begin is what to do with a new project, a command a line.
func begin(dir string, kind starter.Kind) string {
	first := "  cd " + dir + "\n"
	switch kind {
	case starter.Go:
		return first + "  go build -o agent . && wolfden check -- ./agent {url}\n"
	case starter.Java:
		return first + "  javac -encoding UTF-8 -d target/classes -sourcepath src/main/java src/main/java/Agent.java\n" +
			"  wolfden check -- java -cp target/classes Agent {url}\n"
	case starter.Prompt:
		return first + "  wolfden play --bots baseline:en.yml,plain\n"
	default:
		return first + "  python3 -m pip install -r requirements.txt\n  wolfden check -- python3 agent.py {url}\n"
	}
}
