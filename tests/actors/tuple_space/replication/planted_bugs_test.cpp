// SPDX-License-Identifier: MIT
// The histories of replication_test.cpp with one bug each: the checker finds it. Bugs are lies told between a
// sound replica and the network, so that nothing of the program knows of them.
#include "world.hpp"

#include <gtest/gtest.h>

#include <map>

namespace malha::tuple_space::testing {
namespace planted_bugs_test {

constexpr int worlds = 20000; // at most: the rarest of the bugs shows in one of some 2300

/// A backup answers before it has logged: its confirmation leaves at once, and what it confirms it takes
/// later, or, when it crashes before, never.
class EarlyConfirmation : public World {
public:
  using World::World;

private:
  void arrive_from_server(int from, int to, const ReplicaMessage& message) override {
    const auto* prepare = std::get_if<Prepare>(&message);
    if (prepare == nullptr || prepare->commands.empty() || ++turn_ % 2 == 0)
      return World::arrive_from_server(from, to, message);
    const auto end = prepare->base + static_cast<OpNumber>(prepare->commands.size());
    post(to, from, PrepareOk{prepare->view, end});
    post(from, to, message);
  }

  int turn_ = 0;
};

/// Who takes itself for the primary answers a reading command from its own machine, without asking anybody.
class StalePrimaryReads : public World {
public:
  using World::World;

private:
  void arrive_from_client(int to, const Submission& submission) override {
    if (server(to)->is_primary() && submission.commands.size() == 1) {
      const auto& command = *submission.commands.front();
      const bool reads = command.written.empty() && command.transaction == no_transaction &&
                         (command.what == Command::rdp || command.what == Command::copy_collect);
      auto machine = server(to)->machine();
      if (reads && machine.last_of(command.client) + 1 == command.number)
        for (auto& answer : machine.apply(command))
          post(answer.client, ViewedAnswer{server(to)->view(), answer});
    }
    World::arrive_from_client(to, submission);
  }
};

/// The table of clients does not know a commit that is sent again: it is executed twice.
class CommitTwice : public World {
public:
  using World::World;

private:
  void arrive_from_client(int to, const Submission& submission) override {
    World::arrive_from_client(to, submission);
    for (const auto& command : submission.commands) {
      if (command->written.empty() || command->end != Command::commit)
        continue;
      const bool is_again = !seen_.insert({command->client, command->number}).second;
      if (!is_again || !server(to)->is_primary())
        continue;
      auto twin = *command;
      twin.client = 1000;
      twin.number = server(to)->machine().last_of(twin.client) + 1;
      World::arrive_from_client(to, Submission{twin.client, false, {std::make_shared<const Command>(twin)}});
    }
  }

  std::set<std::pair<ClientId, RequestId>> seen_;
};

/// A replica that votes for a view forgets the last command of its log.
class ForgottenTail : public World {
public:
  using World::World;

private:
  void arrive_from_server(int from, int to, const ReplicaMessage& message) override {
    auto changed = message;
    if (auto* vote = std::get_if<DoViewChange>(&changed); vote != nullptr && !vote->log.commands.empty()) {
      vote->log.commands.pop_back();
      --vote->end;
    }
    World::arrive_from_server(from, to, changed);
  }
};

/// The number of worlds until the first whose history no tuple space has; 0 when there is none.
template <class Buggy>
int first_found(int servers) {
  World::Setup setup;
  setup.servers = servers;
  Seen seen;
  for (int i = 1; i <= worlds; ++i) {
    Buggy world(setup, static_cast<std::uint64_t>(i), seen);
    world.live();
    if (!is_linearizable(world.history()))
      return i;
  }
  return 0;
}

TEST(PlantedBugProperties, ABackupThatAnswersBeforeItHasLogged) {
  EXPECT_GT(first_found<EarlyConfirmation>(3), 0);
}

TEST(PlantedBugProperties, AStalePrimaryThatAnswersReads) { EXPECT_GT(first_found<StalePrimaryReads>(3), 0); }

TEST(PlantedBugProperties, ACommitThatIsExecutedTwice) { EXPECT_GT(first_found<CommitTwice>(3), 0); }

TEST(PlantedBugProperties, AViewChangeThatForgetsTheTailOfTheLog) {
  EXPECT_GT(first_found<ForgottenTail>(3), 0);
}

} // namespace planted_bugs_test
} // namespace malha::tuple_space::testing
