// SPDX-License-Identifier: MIT
// Fragments of jobs, as metadata ask for them, against the CPUs that rows and attempts name.
#include "tests/results/support/hand_made.hpp"

namespace malha::testing {
namespace validator_fragments_test {

constexpr const char* checked =
    "each fragment of a job is on one host: the host that it names, and alone there if it asked for that";

/// Six CPUs: 0-2 on a, 3-4 on b, 5 on c.
class Fragments : public HandMade {
protected:
  Fragments() { hosts_ = {"a", "a", "a", "b", "b", "c"}; }

  Texts found(const std::string& fragments, const std::string& cpus) {
    rows_ = {row(0, 0, 0, 10, cpus)};
    rows_[0].metadata = "group=3;class=qos;fragments=" + fragments;
    return violations();
  }
  Texts torn(const std::string& fragments, const std::string& has) {
    return {"fragments: job 0 asked for " + fragments + " and has " + has + " at 0"};
  }
};

TEST_F(Fragments, LieOnOneHostEach) {
  for (const auto& [fragments, cpus] : std::vector<std::pair<std::string, std::string>>{
           {"3", "0-2"},           // all of a
           {"2+1", "0-2"},         // both on a
           {"1+2", "3-5"},         // 2 on b, 1 on c
           {"1+1+2+2", "0-5"},     // on c and a; then a and b have 2 each
           {"b:1+1", "0 4"},       // one is fixed
           {"b:1+b:1", "3-4"},     // and so are two
           {"a:1+b:2+2", "0-4"},   // 2 are left on a
           {"2:e+3:e", "0-4"},     // each has its host
           {"c:1:e+2+1", "0-2 5"}, // c is left alone, the others share a
           {"a:2:e+1+1", "0-1 3-4"}}) {
    EXPECT_EQ(found(fragments, cpus), Texts{}) << fragments;
    const auto checks = validated().checks;
    EXPECT_EQ(std::count(checks.begin(), checks.end(), checked), 1);
  }
}

TEST_F(Fragments, AreTornOverTwoHosts) {
  EXPECT_EQ(found("2", "2-3"), torn("2", "1 of a, 1 of b"));
  EXPECT_EQ(found("2+2", "0-2 5"), torn("2+2", "3 of a, 1 of c"));
}

// Hosts of 4 and 5 CPUs. The 3 fit the smaller one, which leaves 1 there and 5 for three of 2; only on the
// larger one they leave 4 and 2. Four of 2 and one of 1 have a way too, three of 3 have none.
TEST_F(Fragments, AreFoundWhereTheFirstChoiceFails) {
  hosts_ = {"a", "a", "a", "a", "b", "b", "b", "b", "b"};
  EXPECT_EQ(found("2+3+2+2", "0-8"), Texts{});
  EXPECT_EQ(found("2+1+2+2+2", "0-8"), Texts{});
  EXPECT_EQ(found("3+3+3", "0-8"), torn("3+3+3", "4 of a, 5 of b"));
}

TEST_F(Fragments, AreElsewhereThanTheyNamed) {
  EXPECT_EQ(found("b:2", "0-1"), torn("b:2", "2 of a"));
  EXPECT_EQ(found("b:1+a:2", "0 3-4"), torn("b:1+a:2", "1 of a, 2 of b"));
  EXPECT_EQ(found("nowhere:1", "0"), torn("nowhere:1", "1 of a"));
}

TEST_F(Fragments, AreNotAloneWhereTheyAskedForThat) {
  EXPECT_EQ(found("2:e+1", "0-2"), torn("2:e+1", "3 of a"));
  EXPECT_EQ(found("a:2:e+1", "0-2"), torn("a:2:e+1", "3 of a"));
  EXPECT_EQ(found("a:1+a:2:e", "0-2"), torn("a:1+a:2:e", "3 of a"));
  EXPECT_EQ(found("2:e+a:1", "0-2"), torn("2:e+a:1", "3 of a"));
}

TEST_F(Fragments, AreAllThereIs) {
  EXPECT_EQ(found("2", "0-2"), torn("2", "3 of a"));
  EXPECT_EQ(found("2+1", "3-4"), torn("2+1", "2 of b"));
}

// The first attempt was torn; the last, whose row it is, was not.
TEST_F(Fragments, AreThoseOfEveryAttempt) {
  rows_ = {row(0, 0, 10, 20, "0-1")};
  rows_[0].metadata = "fragments=2";
  rows_[0].restarts = 1;
  rows_[0].wasted = 5;
  shows_ = R"("attempts_end": ["requeued"])";
  attempts("0,0,1,2-3,0,5,requeued,1e+10\n"
           "0,0,2,0-1,10,20,COMPLETED_SUCCESSFULLY,1e+10\n");
  EXPECT_EQ(violations(), Texts{"fragments: job 0 asked for 2 and has 1 of a, 1 of b at 0"});
}

TEST_F(Fragments, AreNotCheckedWhereTheSchedulerIgnoresThem) {
  shows_ = R"("torn_fragments": true)";
  EXPECT_EQ(found("2", "2-3"), Texts{});
  EXPECT_EQ(validated().unchecked[0], "fragments: the scheduler ignores them");
}

// A job that never started has no CPUs, and where nobody asks there is nothing to check.
TEST_F(Fragments, OfJobsThatNeverStartedAreNowhere) {
  rows_ = {rejected(0, 0)};
  rows_[0].metadata = "fragments=2";
  EXPECT_EQ(violations(), Texts{});
  const auto checks = validated().checks;
  EXPECT_EQ(std::count(checks.begin(), checks.end(), checked), 0);
}

// What the workload calls fragments comes before what the scheduler says.
TEST_F(Fragments, AreTheLastInTheMetadata) { EXPECT_EQ(found("mine;fragments=2", "0-1"), Texts{}); }

TEST_F(Fragments, ThatCannotBeRead) {
  for (const auto* text : {"", "x", "0", "2+", "a:", "a:e", ":e", "-1"}) {
    rows_ = {row(0, 0, 0, 10, "0")};
    rows_[0].metadata = std::string("fragments=") + text;
    EXPECT_EQ(refusal(),
              line("jobs.csv", 2) + ": '" + text +
                  "' in column 'metadata' are no fragments; valid: [machine:]cpus[:e], joined by '+'");
  }
}

// Fragments that fill a host each are found at once, however many: 3000 of 2 on 1500 hosts of 4.
TEST_F(Fragments, OfALargeJobAreFound) {
  hosts_.clear();
  std::string fragments;
  for (int host = 0; host < 1500; ++host) {
    hosts_.insert(hosts_.end(), 4, "h" + std::to_string(host));
    fragments += host == 0 ? "2+2" : "+2+2";
  }
  EXPECT_EQ(found(fragments, "0-5999"), Texts{});
}

// Hosts of 41, 43, … 79 CPUs and even fragments, 4, 6, … 42 and again, which add up to as many: no odd host
// can be full, and a search sees that only when it has tried all ways. Before there was a limit it did not
// end.
TEST_F(Fragments, ThatWouldTakeForeverAreNotChecked) {
  hosts_.clear();
  for (int host = 0; host < 20; ++host)
    hosts_.insert(hosts_.end(), static_cast<std::size_t>(41 + 2 * host), "h" + std::to_string(host));
  std::string fragments;
  int left = static_cast<int>(hosts_.size());
  for (int i = 0; left > 0; i = (i + 1) % 20) {
    const int cpus = std::min(left, 4 + 2 * i);
    fragments += (fragments.empty() ? "" : "+") + std::to_string(cpus);
    left -= cpus;
  }
  EXPECT_EQ(found(fragments, "0-1199"), Texts{});
  const auto unchecked = validated().unchecked;
  EXPECT_EQ(std::count(unchecked.begin(), unchecked.end(),
                       "fragments of job 0: there are too many ways to place them"),
            1);
}

} // namespace validator_fragments_test
} // namespace malha::testing
