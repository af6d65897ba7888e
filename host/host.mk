# see the Makefile
