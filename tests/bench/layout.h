// SPDX-License-Identifier: Apache-2.0
//
// The one-node monitor in its manifest, for one_node.cpp: its link, its trace buffer, and the ranks
// with their tables. Everything that the bench needs of a plan is here; a part that is missing or
// of another shape ends the program.
#ifndef GNOMON_TESTS_BENCH_LAYOUT_H
#define GNOMON_TESTS_BENCH_LAYOUT_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <jansson.h>

struct Layout {
	struct Input {
		bool is_rank;
		unsigned from,
		    bits; // the number of the earlier rank, or the lowest bit of the word
	};
	struct Rank {
		std::string table;
		unsigned code_bits;
		std::vector<Input> inputs;
	};
	struct Table {
		unsigned base, cells;
	};

	explicit Layout(const char *path)
	{
		json_error_t error;
		json_t *root = json_load_file(path, 0, &error);
		if (!root)
			bad(error.text);
		if (number(root, "gnomon") != 8)
			bad("not a manifest of format 8");
		slots = number(root, "slots");
		divisor = number(member(root, "link"), "divisor");
		json_t *node = json_array_get(member(root, "nodes"), 0);
		json_t *watch = member(node, "watch"),
		       *field = json_array_get(member(watch, "fields"), 0);
		if (std::strcmp(json_string_value(member(root, "form")), "single") ||
		    number(watch, "bits") != 32 || number(field, "bits") != 32)
			bad("not one node whose watched word is one field of 32 bits");
		read_tables(member(node, "tables"));
		capacity = number(member(node, "ranks"), "capacity");
		read_tree(member(member(node, "ranks"), "tree"));
		json_decref(root);
	}

	const Table &table(const std::string &name) const
	{
		auto found = tables.find(name);
		if (found == tables.end())
			bad(("no " + name).c_str());
		return found->second;
	}

	unsigned slots, divisor, capacity;
	std::vector<Rank> tree;
	std::map<std::string, Table> tables;

      private:
	[[noreturn]] static void bad(const char *what)
	{
		std::fprintf(stderr, "one_node: manifest: %s\n", what);
		std::exit(1);
	}

	static json_t *member(json_t *of, const char *name)
	{
		json_t *found = json_object_get(of, name);
		if (!found)
			bad((std::string("no ") + name).c_str());
		return found;
	}

	static unsigned number(json_t *of, const char *name)
	{
		json_t *found = member(of, name);
		if (!json_is_integer(found))
			bad((std::string("not a number: ") + name).c_str());
		return unsigned(json_integer_value(found));
	}

	void read_tables(json_t *list)
	{
		size_t i;
		json_t *table;
		json_array_foreach(list, i, table)
		    tables[json_string_value(member(table, "name"))] = {number(table, "base"),
									number(table, "cells")};
	}

	void read_tree(json_t *list)
	{
		size_t i, k;
		json_t *entry, *part;
		json_array_foreach(list, i, entry)
		{
			Rank rank = {json_string_value(member(entry, "table")),
				     number(entry, "code_bits"),
				     {}};
			json_array_foreach(member(entry, "inputs"), k, part)
			{
				bool is_rank = json_object_get(part, "rank") != nullptr;
				unsigned from = number(part, is_rank ? "rank" : "lo");
				if (is_rank && from >= tree.size())
					bad("a rank that comes before its input");
				rank.inputs.push_back(
				    {is_rank, from,
				     is_rank ? tree[from].code_bits : number(part, "bits")});
			}
			tree.push_back(rank);
		}
	}
};

#endif
