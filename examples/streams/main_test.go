package main

func Example() {
	main()
	// Output:
	// 500000 AKIAIOSFODNN7EXAMPLE
}
