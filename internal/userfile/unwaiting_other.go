//go:build !unix

package userfile

const unwaiting = 0
