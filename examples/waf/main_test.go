package main

func Example() {
	main()
	// Output:
	// pass [] q=hello world
	// block [1] q=1 UNION SELECT password FROM users
	// block [4] q=' OR 'a'='a' --
	// block [0 2] file=../../etc/passwd&cb=<script >
}
