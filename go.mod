module wolfden

go 1.26
