// SPDX-License-Identifier: MIT
// How views are read, printed and made smaller.
#include "answers.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/conformance/smaller.hpp"
#include "tests/support/thrown.hpp"

#include <algorithm>
#include <sstream>

namespace malha::test {
namespace views_test {

using conformance::Json;
using conformance::NoView;

// Whatever has a number of 10 or more shows it. Of the list 3 goes, then 12; 40 becomes 20, then 10, and 9 is
// too small.
TEST(Smaller, LeavesOutAndGoesTowards0) {
  const auto shows = [](const Json& list) {
    return std::any_of(list.begin(), list.end(), [](const Json& one) { return one >= 10; });
  };
  EXPECT_EQ(conformance::smaller(Json::parse("[3, 12, 40]"), shows, 1000), Json::parse("[10]"));
}

// The member that is not looked at goes, and the number below it stays what shows it.
TEST(Smaller, LooksIntoMembers) {
  const auto shows = [](const Json& value) {
    return value.contains("a") && value["a"].value("b", 0.0) > 1.5;
  };
  EXPECT_EQ(conformance::smaller(Json::parse(R"({"a": {"b": 7.25, "c": 1}, "d": [1, 2]})"), shows, 1000),
            Json::parse(R"({"a": {"b": 2}})"));
}

TEST(Smaller, AsksNoMoreOftenThanItMay) {
  int asked = 0;
  const auto shows = [&](const Json&) { return ++asked == 0; };
  conformance::smaller(Json(std::vector<int>(100, 9)), shows, 5);
  EXPECT_EQ(asked, 5);
}

// Every view of every question is printed in lines of the terminal's width, and is the same when it is read.
TEST(Views, ArePrintedInLinesAndReadBack) {
  for (const auto& views : linked_parts<conformance::Views>()) {
    SCOPED_TRACE(views.name);
    RandomStreams streams(3);
    conformance::Draw draw(streams.stream(views.name));
    for (int number = 0; number < 20; ++number) {
      const auto view = views.draw(draw);
      const auto text = conformance::lines_of(view, "    ", terminal_width);
      EXPECT_EQ(Json::parse(text), view);
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);)
        EXPECT_LE(columns_of(line), terminal_width) << line;
    }
  }
}

std::string refusal(const std::string& question, const std::string& view) {
  return testing::thrown<NoView>([&] { broken_rule(question, view, "[]"); });
}

TEST(Views, ThatNoActorShowsAreRefused) {
  EXPECT_EQ(refusal("easygrid/launch", R"({"ready": [1], "slot": 2})"),
            "'slot' is not known here; valid: ready, slots, running, cores, external_loads");
  EXPECT_EQ(refusal("easygrid/launch", R"({"slots": 2, "running": 3})"),
            "'running' is 3; valid: a whole number from 0 to 2");
  EXPECT_EQ(refusal("easygrid/launch", R"({"ready": [0]})"), "'ready' has 0; valid: numbers above 0");
  EXPECT_EQ(refusal("easygrid/give_up", R"({"fraction": "half"})"),
            "'fraction' is \"half\"; valid: a number above 0, at most 1");
  EXPECT_EQ(refusal("easygrid/give_up", R"({"fraction": 0})"),
            "'fraction' is 0; valid: a number above 0, at most 1");
  EXPECT_EQ(refusal("broker/assignment", "{}"), "there is no resource");
  EXPECT_EQ(refusal("cluster/queue", "[]"),
            "[] is no object; valid: members of nodes, explain, jobs, priorities, part, window, predictions, "
            "scale_limits");
  EXPECT_EQ(refusal("multicluster/limit", R"({"executed": 3})"),
            "no job has ended, and its run time is not 0");
}

// What is a grid's stays from one view to the next of one instance.
TEST(Views, OfOneGridFollowEachOther) {
  conformance::Asking asking;
  asking.stays("the number of resources", 3);
  asking.stays("the number of resources", 3);
  EXPECT_EQ(testing::thrown<NoView>([&] { asking.stays("the number of resources", 4); }),
            "the number of resources changes from one view to the next");
}

} // namespace views_test
} // namespace malha::test
