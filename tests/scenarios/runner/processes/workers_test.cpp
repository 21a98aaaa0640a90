// SPDX-License-Identifier: MIT
// Items in processes of their own, some of which are forked from a process that has prepared what they share.
#include "scenarios/runner/campaign/run_work.hpp"
#include "scenarios/runner/processes/outcome_bytes.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/run_folder.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <thread>

namespace malha::testing {
namespace workers_test {

Outcome saying(const std::string& message) { return {Status::done, message, {}, 0, 0}; }

/// Items that are forked from this process.
class Workers : public ::testing::Test {
protected:
  /// What came of each item, at one worker.
  std::vector<Outcome> run(Seconds time_limit = 60) const {
    std::vector<Outcome> outcomes(items_.size());
    const auto note = [&](std::size_t item, const Outcome& outcome) { outcomes[item] = outcome; };
    EXPECT_EQ(run_workers(items_, {1, time_limit}, note), 0);
    return outcomes;
  }
  void add(const std::function<Outcome()>& work) { items_.push_back({"item", work}); }

private:
  std::vector<WorkItem> items_;
};

/// Items that are forked by fork_servers. The text of an item says what is done for it.
class Starting : public ::testing::Test {
protected:
  using Works = std::map<std::string, std::function<Outcome()>>;

  /// What came of each item, at so many workers.
  std::vector<Outcome> run(int workers, const std::function<void()>& prepare, Seconds time_limit = 60) {
    ForkServers fork_servers(
        {[&](const std::string&) { prepare(); }, [&](const std::string& item) { return works_.at(item)(); }},
        workers);
    SerializedItems items{{}, [&](std::size_t item) { return items_[item].second; }};
    for (const auto& [group, text] : items_)
      items.groups.push_back(group);
    std::vector<Outcome> outcomes(items_.size());
    const auto note = [&](std::size_t item, const Outcome& outcome) { outcomes[item] = outcome; };
    EXPECT_EQ(run_workers(items, fork_servers, {workers, time_limit}, note), 0);
    return outcomes;
  }
  void add(std::size_t group, const std::function<Outcome()>& work) {
    const auto text = std::to_string(items_.size());
    items_.emplace_back(group, text);
    works_[text] = work;
  }

private:
  std::vector<std::pair<std::size_t, std::string>> items_; ///< group and text
  Works works_;
};

std::vector<std::string> said_in(const std::vector<Outcome>& outcomes) {
  std::vector<std::string> said;
  for (const auto& outcome : outcomes)
    said.push_back(outcome.message);
  return said;
}

// One worker: group 1 has three items in a row, of which the third finds what was prepared for all three.
// Group 2 begins in another process, and the item without a group in one where nothing is prepared.
TEST_F(Starting, AGroupFindsWhatWasPreparedForThoseBefore) {
  int prepared = 0;
  for (const std::size_t group : {1u, 2u, 0u, 1u, 2u, 1u})
    add(group, [&] { return saying(std::to_string(prepared)); });
  EXPECT_EQ(said_in(run(1, [&] { ++prepared; })), (std::vector<std::string>{"1", "1", "0", "2", "2", "3"}));
}

// Two workers share the one group that there is: each prepares for itself. No item is a child of this
// process.
TEST_F(Starting, AllWorkOnTheLastGroup) {
  for (int i = 0; i < 6; ++i)
    add(1, [] {
      std::this_thread::sleep_for(
          std::chrono::milliseconds(50)); // so that one worker alone is not done first
      return saying(std::to_string(getppid()));
    });
  std::set<std::string> parents;
  for (const auto& outcome : run(2, [] {}))
    parents.insert(outcome.message);
  EXPECT_EQ(parents.size(), 2u);
  EXPECT_EQ(parents.count(std::to_string(getpid())), 0u);
}

/// Processor time of this process, or of its children that have ended.
Seconds processor_time(int whose) {
  rusage used{};
  getrusage(whose, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<Seconds>(time.tv_sec) + 1e-6 * static_cast<Seconds>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// Each of two items takes 0.1 s of the processor, with and without a fork server: 0.4 s in all.
TEST_F(Starting, TimesOfItemsAreThoseOfChildren) {
  const auto work = [] {
    while (processor_time(RUSAGE_SELF) < 0.1) {
    }
    return saying("");
  };
  for (const std::size_t group : {0u, 0u, 1u, 1u})
    add(group, work);
  const Seconds before = processor_time(RUSAGE_CHILDREN);
  run(1, [] {});
  EXPECT_GE(processor_time(RUSAGE_CHILDREN) - before, 0.4);
}

// What the fork_servers were forked with is what their items see.
TEST_F(Starting, ItemsSeeWhatWasThereWhenTheStartersWereForked) {
  std::string seen = "before";
  const SerializedWork work{[](const std::string&) {},
                            [&](const std::string& item) { return saying(seen + item); }};
  ForkServers fork_servers(work, 1);
  seen = "after";
  std::string said;
  run_workers(SerializedItems{{0}, [](std::size_t) { return std::string(" one"); }}, fork_servers, {1},
              [&](std::size_t, const Outcome& outcome) { said = outcome.message; });
  EXPECT_EQ(said, "before one");
}

// The first item of the group cannot be prepared. It and the others are worked on without a preparation.
TEST_F(Starting, ItemsThatCannotBePreparedAreTriedWithout) {
  int prepared = 0;
  const auto tell = [&] { return saying(std::to_string(prepared)); };
  for (int i = 0; i < 3; ++i)
    add(1, tell);
  const std::vector<std::string> without{"0", "0", "0"};
  const auto fail = [&] {
    ++prepared;
    throw std::runtime_error("nothing");
  };
  EXPECT_EQ(said_in(run(1, fail)), without);
  const auto die = [&] {
    ++prepared;
    raise(SIGKILL);
  };
  EXPECT_EQ(said_in(run(1, die)), without);
}

// An item that takes its fork_server with it is tried once more by another one. There it has no fork server:
// so its parent is that other fork_server, which is lost, too.
TEST_F(Starting, AnItemThatKillsItsStarterEndsAndTheOthersGoOn) {
  add(1, [] { return saying("before"); });
  add(1, []() -> Outcome {
    kill(getppid(), SIGKILL);
    std::this_thread::sleep_for(std::chrono::seconds(60));
    return saying("");
  });
  add(1, [] { return saying("after"); });
  EXPECT_EQ(said_in(run(1, [] {})),
            (std::vector<std::string>{"before", "its process was killed by signal 9 (Killed)", "after"}));
}

// The item has the 5 s of its limit once more when it is tried without a preparation: 3 s + 3 s are too long
// for one try alone.
TEST_F(Starting, AnItemHasAllItsTimeWhenItIsTriedOnceMore) {
  add(1, [] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    return saying("done");
  });
  const auto die_late = [] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    raise(SIGKILL);
  };
  EXPECT_EQ(said_in(run(1, die_late, 5)), std::vector<std::string>{"done"});
}

// The fork_server says its number as the parent of the first item, and is killed when it has nothing to do.
// The second item has another one.
TEST(ForkServer, ThatDiesIdleIsFollowedByAnother) {
  const SerializedWork work{[](const std::string&) {},
                            [](const std::string&) { return saying(std::to_string(getppid())); }};
  ForkServers fork_servers(work, 1);
  std::vector<std::string> said;
  run_workers(SerializedItems{{0, 0}, [](std::size_t) { return std::string(); }}, fork_servers, {1},
              [&](std::size_t item, const Outcome& outcome) {
                said.push_back(outcome.message);
                if (item == 0)
                  kill(std::stoi(outcome.message), SIGKILL);
              });
  ASSERT_EQ(said.size(), 2u);
  EXPECT_GT(std::atoi(said[1].c_str()), 0) << said[1];
  EXPECT_NE(said[0], said[1]);
}

TEST_F(Starting, ItemsThatDieOrHangAffectNoOtherOfTheirGroup) {
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
      1, [] {}, 1);
  EXPECT_EQ(outcomes[0].message, "before");
  EXPECT_EQ(outcomes[1].status, Status::died);
  EXPECT_EQ(outcomes[1].message, "its process was killed by signal 11 (Segmentation fault)");
  EXPECT_EQ(outcomes[2].message, "was killed: it took longer than --time-limit 1 s");
  EXPECT_EQ(outcomes[3].message, "its process ended with status 7");
  EXPECT_EQ(outcomes[4].status, Status::bad_input);
  EXPECT_EQ(outcomes[4].message, "bad");
  EXPECT_EQ(outcomes[5].message, "after");
}

TEST_F(Workers, ThatDieOrHangAffectNoOther) {
  add([] {
    raise(SIGSEGV);
    return saying("");
  });
  add([] {
    std::this_thread::sleep_for(std::chrono::seconds(60));
    return saying("");
  });
  add([] { return saying("after"); });
  EXPECT_EQ(said_in(run(1)),
            (std::vector<std::string>{"its process was killed by signal 11 (Segmentation fault)",
                                      "was killed: it took longer than --time-limit 1 s", "after"}));
}

const std::string more_than_a_pipe_holds(1 << 20, 'x'); // a pipe holds 64 KiB

TEST_F(Workers, SayMoreThanAPipeHolds) {
  add([] { return saying(more_than_a_pipe_holds); });
  EXPECT_TRUE(run()[0].message == more_than_a_pipe_holds);
}

TEST_F(Starting, ItemsSayMoreThanAPipeHolds) {
  for (const std::size_t group : {0u, 1u})
    add(group, [] { return saying(more_than_a_pipe_holds); });
  for (const auto& outcome : run(1, [] {}))
    EXPECT_TRUE(outcome.message == more_than_a_pipe_holds) << outcome.message.size();
}

// A lock that this process has let go is still held by a fork_server that was given its file, also while it
// works on an item, and by nobody once the fork_server is gone.
TEST(ForkServer, HoldsALockThatItWasGiven) {
  const TemporaryFolder folder;
  const auto is_locked = [&] {
    try {
      const FolderLock lock(folder.path(), 0);
      return false;
    } catch (const InputError&) {
      return true;
    }
  };
  const SerializedWork work{[](const std::string&) {},
                            [&](const std::string&) { return saying(is_locked() ? "locked" : "free"); }};
  std::string said;
  {
    ForkServers fork_servers(work, 1);
    {
      const FolderLock lock(folder.path());
      fork_servers.keep_open(lock.file());
    }
    EXPECT_TRUE(is_locked());
    run_workers(SerializedItems{{1}, [](std::size_t) { return std::string(); }}, fork_servers, {1},
                [&](std::size_t, const Outcome& outcome) { said = outcome.message; });
  }
  EXPECT_EQ(said, "locked");
  EXPECT_FALSE(is_locked());
}

// A socket holds some 200 KiB.
TEST(ForkServer, TakesATextThatIsLongerThanASocketHolds) {
  const SerializedWork work{[](const std::string&) {},
                            [](const std::string& item) { return saying(std::to_string(item.size())); }};
  ForkServers fork_servers(work, 1);
  std::string said;
  run_workers(SerializedItems{{1}, [](std::size_t) { return std::string(3 << 20, 'x'); }}, fork_servers, {1},
              [&](std::size_t, const Outcome& outcome) { said = outcome.message; });
  EXPECT_EQ(said, std::to_string(3 << 20));
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
  EXPECT_TRUE(StampedFile(file.to_json()).is_unchanged()); // as another process knows it
  const auto date = std::filesystem::last_write_time(folder / "file");
  write_text(folder / "file", "two"); // as long as before, and of the same date
  std::filesystem::last_write_time(folder / "file", date);
  EXPECT_FALSE(file.is_unchanged());
  EXPECT_FALSE(StampedFile(file.to_json()).is_unchanged());
}

// 0xe9 is no UTF-8: a path may have any bytes.
TEST(SerializedRun, IsTheRunThatWasTold) {
  PlannedCell planned;
  planned.inputs.push_back(std::make_shared<const StampedFile>(std::filesystem::path("none")));
  planned.binaries = std::make_shared<const std::string>("{\"malha\":\"1\"}");
  RunRequest request{"a/Jos\xe9.xml", "broker.wqr", "bags", {{"policy.replicas", "2"}},
                     1ull << 63,      {"a/b:c"}};
  request.environment = {"crashes"};
  request.files = {{"name", "place"}};
  const auto back = SerializedRun::from(
      SerializedRun{request, "hash", std::make_shared<const PlannedCell>(planned), "out/Jos\xe9"}.bytes());
  EXPECT_EQ(back.request.platform, request.platform);
  EXPECT_EQ(back.request.deployment, request.deployment);
  EXPECT_EQ(back.request.workload, request.workload);
  EXPECT_EQ(back.request.settings, request.settings);
  EXPECT_EQ(back.request.seed, request.seed);
  EXPECT_EQ(back.request.simgrid_options, request.simgrid_options);
  EXPECT_EQ(back.request.environment, request.environment);
  EXPECT_EQ(back.request.files, request.files);
  EXPECT_EQ(back.hash, "hash");
  EXPECT_EQ(*back.planned->binaries, *planned.binaries);
  ASSERT_EQ(back.planned->inputs.size(), 1u);
  EXPECT_FALSE(back.planned->is_unchanged()); // there is no file of that name
  EXPECT_EQ(back.folder, "out/Jos\xe9");
}

} // namespace workers_test
} // namespace malha::testing
