// SPDX-License-Identifier: MIT
#include "policies/sdk/extensions.hpp"
#include "policies/sdk/job.hpp"

#include <gtest/gtest.h>

#include <string>

namespace malha {
namespace extensions_test {

struct Colour {
  std::string name;
};
struct Size {
  int value;
};

TEST(Extensions, OfAPlainJobAreEmpty) {
  const Job job;
  EXPECT_TRUE(job.extensions.empty());
  EXPECT_EQ(job.extensions.find<Colour>(), nullptr);
}

TEST(Extensions, AreFoundByTheirType) {
  Job job;
  job.extensions.set(Colour{"red"});
  job.extensions.set(Size{3});
  EXPECT_FALSE(job.extensions.empty());
  EXPECT_EQ(job.extensions.find<Colour>()->name, "red");
  EXPECT_EQ(job.extensions.find<Size>()->value, 3);
  EXPECT_EQ(job.extensions.find<double>(), nullptr);
}

TEST(Extensions, HaveOneValueOfAType) {
  Extensions extensions;
  extensions.set(Size{3});
  extensions.set(Colour{"red"});
  extensions.set(Size{4});
  EXPECT_EQ(extensions.find<Size>()->value, 4);
}

TEST(Extensions, OfACopyAreItsOwn) {
  Job job;
  job.extensions.set(Size{3});
  auto copy = job;
  copy.extensions.set(Size{4});
  copy.extensions.set(Colour{"red"});
  EXPECT_EQ(copy.extensions.find<Size>()->value, 4);
  EXPECT_EQ(job.extensions.find<Size>()->value, 3);
  EXPECT_EQ(job.extensions.find<Colour>(), nullptr);
}

// A million plain jobs pay a million pointers.
TEST(Extensions, AreOnePointer) { EXPECT_EQ(sizeof(Extensions), sizeof(void*)); }

} // namespace extensions_test
} // namespace malha
