// SPDX-License-Identifier: MIT
#include "policies/sdk/job.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace malha {
namespace shared_text_test {

TEST(SharedText, OfAPlainJobIsEmpty) {
  const Job job;
  EXPECT_TRUE(job.user.empty());
  EXPECT_EQ(job.user, "");
  EXPECT_EQ(job.user, SharedText(std::string()));
}

TEST(SharedText, StandsForAString) {
  const SharedText user("ann");
  const std::string& text = user;
  EXPECT_EQ(text, "ann");
  EXPECT_EQ("user " + user + "!", "user ann!");
  EXPECT_EQ((std::map<std::string, int>{{"ann", 3}}.at(user)), 3);
}

TEST(SharedText, IsEqualWhereTheTextsAre) {
  const SharedText ann("ann");
  EXPECT_EQ(ann, SharedText(std::string("ann")));
  EXPECT_NE(ann, SharedText("bob"));
  EXPECT_LT(ann, SharedText("bob"));
}

// A copy is the same text in memory. The one that changes gets a text of its own.
TEST(SharedText, IsSharedUntilItChanges) {
  SharedText user("ann");
  const SharedText copy = user;
  EXPECT_EQ(&copy.str(), &user.str());
  user += "#2";
  EXPECT_EQ(user, "ann#2");
  EXPECT_EQ(copy, "ann");
  user.clear();
  EXPECT_TRUE(user.empty());
}

// A row has six texts, most of them empty.
TEST(SharedText, IsOnePointer) { EXPECT_EQ(sizeof(SharedText), sizeof(void*)); }

} // namespace shared_text_test
} // namespace malha
