// SPDX-License-Identifier: MIT
// Items in processes of their own, some of which are forked from a process that has prepared what they share.
#include "scenarios/campaign/stamped_file.hpp"
#include "scenarios/processes/outcome_bytes.hpp"
#include "scenarios/processes/workers.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <thread>

namespace malha::testing {
namespace workers_test {

Outcome saying(const std::string& message) { return {Status::done, message, {}, 0, 0}; }

class Workers : public ::testing::Test {
protected:
  /// What came of each item, at so many workers.
  std::vector<Outcome> run(int workers, const PrepareGroup& prepare, Seconds time_limit = 60) {
    std::vector<Outcome> outcomes(items_.size());
    const auto note = [&](std::size_t item, const Outcome& outcome) { outcomes[item] = outcome; };
    EXPECT_EQ(run_workers(items_, {workers, time_limit}, note, {}, prepare), 0);
    return outcomes;
  }
  void add(std::size_t group, const std::function<Outcome()>& work) {
    items_.push_back({"item", work, group});
  }

  std::vector<WorkItem> items_;
};

// One worker: group 1 has three items in a row, of which the third finds what was prepared for all three.
// Group 2 begins in another process, and the item without a group in this one, where nothing is prepared.
TEST_F(Workers, OfAGroupFindWhatWasPreparedForThoseBefore) {
  int prepared = 0;
  const auto tell = [&] { return saying(std::to_string(prepared)); };
  for (const std::size_t group : {1u, 2u, 0u, 1u, 2u, 1u})
    add(group, tell);
  const auto outcomes = run(1, [&](std::size_t) { ++prepared; });
  std::vector<std::string> said;
  for (const auto& outcome : outcomes)
    said.push_back(outcome.message);
  EXPECT_EQ(said, (std::vector<std::string>{"1", "1", "0", "2", "2", "3"}));
}

// Two workers share the one group that there is: each prepares for itself.
TEST_F(Workers, AllWorkOnTheLastGroup) {
  for (int i = 0; i < 6; ++i)
    add(1, [] {
      std::this_thread::sleep_for(
          std::chrono::milliseconds(50)); // so that one worker alone is not done first
      return saying(std::to_string(getppid()));
    });
  std::set<std::string> parents;
  for (const auto& outcome : run(2, [](std::size_t) {}))
    parents.insert(outcome.message);
  EXPECT_EQ(parents.size(), 2u);
  EXPECT_EQ(parents.count(std::to_string(getpid())), 0u);
}

TEST_F(Workers, WithoutAPreparationAreForkedFromTheirParent) {
  for (int i = 0; i < 3; ++i)
    add(1, [] { return saying(std::to_string(getppid())); });
  const auto here = std::to_string(getpid());
  for (const auto& outcome : run(1, [](std::size_t) { throw std::runtime_error("nothing"); }))
    EXPECT_EQ(outcome.message, here);
  for (const auto& outcome : run(1, [](std::size_t) { raise(SIGKILL); }))
    EXPECT_EQ(outcome.message, here);
}

TEST_F(Workers, ThatDieOrHangAffectNoOtherOfTheirGroup) {
  add(1, [] { return saying("before"); });
  add(1, [] {
    raise(SIGSEGV);
    return saying("");
  });
  add(1, [] {
    std::this_thread::sleep_for(std::chrono::seconds(60));
    return saying("");
  });
  add(1, []() -> Outcome { _exit(7); });
  add(1, []() -> Outcome { throw InputError("bad"); });
  add(1, [] { return saying("after"); });
  const auto outcomes = run(
      1, [](std::size_t) {}, 1);
  EXPECT_EQ(outcomes[0].message, "before");
  EXPECT_EQ(outcomes[1].status, Status::died);
  EXPECT_EQ(outcomes[1].message, "its process was killed by signal 11 (Segmentation fault)");
  EXPECT_EQ(outcomes[2].message, "was killed: it took longer than --time-limit 1 s");
  EXPECT_EQ(outcomes[3].message, "its process ended with status 7");
  EXPECT_EQ(outcomes[4].status, Status::bad_input);
  EXPECT_EQ(outcomes[4].message, "bad");
  EXPECT_EQ(outcomes[5].message, "after");
}

// A pipe holds 64 KiB.
TEST_F(Workers, SayMoreThanAPipeHolds) {
  const std::string much(1 << 20, 'x');
  for (const std::size_t group : {0u, 1u})
    add(group, [&] { return saying(much); });
  for (const auto& outcome : run(1, [](std::size_t) {}))
    EXPECT_TRUE(outcome.message == much) << outcome.message.size();
}

TEST(OutcomeBytes, SayAnOutcomeAndNothingWhenSomeAreMissing) {
  const Outcome outcome{
      Status::rule_broken, "why", {{"makespan", 0.1, "s"}, {"cut", -1e300, ""}}, 7, -3, true};
  const auto bytes = bytes_of(outcome);
  const auto back = outcome_of(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->status, Status::rule_broken);
  EXPECT_EQ(back->message, "why");
  ASSERT_EQ(back->metrics.size(), 2u);
  EXPECT_EQ(back->metrics[0].name, "makespan");
  EXPECT_EQ(back->metrics[0].value, 0.1);
  EXPECT_EQ(back->metrics[0].unit, "s");
  EXPECT_EQ(back->metrics[1].value, -1e300);
  EXPECT_EQ(back->tasks_submitted, 7);
  EXPECT_EQ(back->tasks_unfinished, -3);
  EXPECT_TRUE(back->cannot_write);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(outcome_of(bytes.substr(0, size))) << size;
  EXPECT_FALSE(outcome_of(bytes + "x"));
}

// 0xe9 is é in Latin 1, and no UTF-8: U+FFFD stands for it.
TEST(OutcomeBytes, AreUtf8) { EXPECT_EQ(outcome_of(bytes_of(saying("Jos\xe9 é")))->message, "Jos\uFFFD é"); }

TEST(StampedFile, IsUnchangedUntilItIsWrittenAgain) {
  const TemporaryFolder folder;
  EXPECT_FALSE(StampedFile(folder / "none").is_unchanged());
  write_text(folder / "file", "one");
  EXPECT_FALSE(
      StampedFile(folder / "file").is_unchanged()); // it is too new to tell a change at the same moment
  std::this_thread::sleep_for(std::chrono::seconds(4));
  const StampedFile file(folder / "file");
  EXPECT_TRUE(file.is_unchanged());
  const auto date = std::filesystem::last_write_time(folder / "file");
  write_text(folder / "file", "two"); // as long as before, and of the same date
  std::filesystem::last_write_time(folder / "file", date);
  EXPECT_FALSE(file.is_unchanged());
}

} // namespace workers_test
} // namespace malha::testing
