module github.com/arenaregexp/regexp

go 1.25.0

require (
	github.com/grafana/regexp v0.0.0-20250905101755-5eb4f3acbf71
	github.com/stretchr/testify v1.12.1
	golang.org/x/exp v0.0.0-20250911091902-df9299821621
	golang.org/x/sys v0.45.0
)

require (
	github.com/google/go-cmp v0.7.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/tools v0.37.0 // indirect
)
