module github.com/arenaregexp/regexp/retransform

go 1.26.0

require (
	github.com/arenaregexp/regexp v0.0.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/text v0.42.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/arenaregexp/regexp => ../
