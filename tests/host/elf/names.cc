// SPDX-License-Identifier: Apache-2.0
// Names that a compiler changes, for check_names.c; with twins.c, twice.
#define KEPT __attribute__((noinline, used))

namespace net
{
struct Queue {
	volatile int n;
	KEPT int pop(int a)
	{
		return n = a;
	}
	KEPT int pop(char a)
	{
		return n = a + 1;
	}
	KEPT int size() const
	{
		return n;
	}
	KEPT int operator()(int a)
	{
		return n = a + 2;
	}
	KEPT int operator+(int a) const
	{
		return n + a;
	}
	KEPT operator long() const
	{
		return n;
	}
};
template <class T> KEPT T most(T a, T b)
{
	return a > b ? a : b;
}
Queue queue;
} // namespace net

namespace
{
KEPT int hidden(int a)
{
	return net::queue.n = a;
}
} // namespace

// As GCC names its copies and parts of functions.
extern "C" {
KEPT int copied(int) __asm__("copied.constprop.0");
KEPT int twice(int) __asm__("twice.isra.0.constprop.1");
KEPT int also(int) __asm__("twice.isra.1");
KEPT int part(int) __asm__("parted.part.0");
KEPT int whole(int) __asm__("kept.lto_priv.3");
KEPT int kept(int a)
{
	return net::queue.n = a;
}
int copied(int a)
{
	return net::queue.n = a + 1;
}
int twice(int a)
{
	return net::queue.n = a + 2;
}
int also(int a)
{
	return net::queue.n = a + 3;
}
int part(int a)
{
	return net::queue.n = a + 4;
}
int whole(int a)
{
	return net::queue.n = a + 5;
}
int first_twin();
int second_twin();

__attribute__((noreturn)) void _start()
{
	for (;;) {
		net::queue.pop(net::most(1, first_twin()));
		net::queue.pop('a');
		hidden(net::most('a', static_cast<char>(second_twin())));
	}
}
}
