package main

func Example() {
	main()
	// Output:
	// 200 user number 42
	// 200 user ann, page "posts"
	// 200 file /static/css/main.css
	// 404 404 page not found
}
