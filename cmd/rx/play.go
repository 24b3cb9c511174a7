package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/arenaregexp/regexp/cmd/rx/play"
)

func playCommand() *cobra.Command {
	var source, out, address string
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Build the page that runs the engine in a browser, and serve it",
		Long: "play compiles the engine to WebAssembly and serves the page that runs it, on this machine only unless --listen says otherwise.\n" +
			"With --output it writes the page into a folder instead, for any server of static files. It needs Go, and the source of\n" +
			"this module: run it in cmd/rx, or name that folder with --source.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out != "" {
				if err := play.Build(source, out); err != nil {
					return err
				}
				size, err := play.Compressed(filepath.Join(out, "rx.wasm"))
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: the engine is %.1f MB compressed\n", out, float64(size)/1e6)
				return nil
			}
			folder, err := os.MkdirTemp("", "rx-play-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			fmt.Fprintln(cmd.ErrOrStderr(), "compiling the engine...")
			if err := play.Build(source, folder); err != nil {
				return err
			}
			l, err := net.Listen("tcp", address)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "http://%s/\n", l.Addr())
			if err := http.Serve(l, play.Handler(folder)); !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&source, "source", ".", "a folder of the module cmd/rx")
	f.StringVarP(&out, "output", "o", "", "write the page into this folder and end")
	f.StringVar(&address, "listen", "127.0.0.1:8765", "the address to serve on")
	return cmd
}
