package main

func Example() {
	main()
	// Output:
	// true
	// joe example.com 9 24
	// joe@example.com belongs to joe
	// ann@example.org belongs to ann
	// write to joe at example.com or ann at example.org
}
