// SPDX-License-Identifier: MIT
#include "policies/sdk/linked_parts.hpp"

#include <gtest/gtest.h>

namespace malha {
namespace linked_parts_test {

struct Part {
  static constexpr const char* kind = "part of this test";

  std::string name;
  int place = last_place;
};

std::string names_in(const PartList<Part>& list) {
  std::string names;
  for (const auto& part : list.all())
    names += part.name;
  return names;
}

TEST(LinkedParts, AreInTheOrderOfTheirPlaceThenOfTheirName) {
  PartList<Part> list;
  for (const auto& part : {Part{"d"}, Part{"a"}, Part{"c", 1}, Part{"b", 1}})
    list.link(part);
  EXPECT_EQ(names_in(list), "bcad");
}

// Wherever a part of a plugin asks to stand.
TEST(LinkedParts, OfPluginsComeBehindByName) {
  PartList<Part> list;
  const Part first{"x", 1}, second{"b"};
  EXPECT_TRUE(list.adopt(&first));
  list.link({"m"});
  EXPECT_TRUE(list.adopt(&second));
  list.link({"n", 1});
  EXPECT_EQ(names_in(list), "nmbx");
}

TEST(LinkedParts, OfPluginsAreTakenOnce) {
  PartList<Part> list;
  const Part part{"a"};
  EXPECT_TRUE(list.adopt(&part));
  EXPECT_TRUE(list.adopt(&part));
  EXPECT_EQ(names_in(list), "a");
}

TEST(LinkedParts, HaveNamesOfTheirOwn) {
  PartList<Part> list;
  const Part one{"a"}, other{"a"};
  list.link({"b"});
  EXPECT_THROW(list.link({"b"}), std::logic_error);
  EXPECT_TRUE(list.adopt(&one));
  EXPECT_FALSE(list.adopt(&other));
  EXPECT_EQ(names_in(list), "ba");
}

TEST(LinkedParts, AreFoundByTheirKind) {
  PartList<Part> list;
  const Part part{"a"};
  ASSERT_EQ(part_lists().count("part of this test"), 1u);
  EXPECT_TRUE(part_lists().at("part of this test")->adopt(&part));
  EXPECT_EQ(names_in(list), "a");
}

} // namespace linked_parts_test
} // namespace malha
