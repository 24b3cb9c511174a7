package main

func Example() {
	main()
	// Output:
	// www.example.com is asked of http://shop.internal:8080/cart?item=7
	// img7.example.com is asked of http://images-7.internal/logo.png
	// example.com is redirected with 301 to https://www.example.com/
	// other.example is answered with 404
}
