module github.com/arenaregexp/regexp

go 1.26.0

require (
	github.com/grafana/regexp v0.0.0-20250905101755-5eb4f3acbf71
	github.com/stretchr/testify v1.12.1
	golang.org/x/exp v0.0.0-20261113113407-e3970619a1a4
	golang.org/x/sys v0.49.0
)

require (
	github.com/google/go-cmp v0.7.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/tools v0.52.1-0.20261106145633-d407941a339a // indirect
)
