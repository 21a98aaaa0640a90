// SPDX-License-Identifier: MIT
// Three replicas, step by step: what is sent in the normal case, and what a fail-over keeps.
#include "actors/tuple_space/model/replica.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

namespace malha::tuple_space::testing {
namespace replica_test {

const std::vector<Shape> shapes{{"TASK", {Type::integer}}, {"CHECKPOINT", {Type::integer}}};

Tuple tuple(const char* kind, std::int64_t number) { return {std::string(kind), number}; }
Template any(const char* kind) { return {Value(std::string(kind)), Formal{Type::integer}}; }

Command write(TransactionId transaction, std::vector<Tuple> written, Command::End end) {
  Command command;
  command.transaction = transaction;
  command.written = std::move(written);
  command.end = end;
  return command;
}

Command look(Command::What what, const char* kind, TransactionId transaction = no_transaction) {
  Command command;
  command.what = what;
  command.transaction = transaction;
  command.wanted = any(kind);
  return command;
}

/// Servers on a network without loss: every message arrives, in the order of sending.
class ReplicaTest : public ::testing::Test {
protected:
  ReplicaTest() {
    for (int i = 0; i < 3; ++i)
      servers_.push_back(std::make_unique<Replica>(Replica::Setup{3, i, 2, 8}, SpaceMachine(shapes)));
  }

  /// The next command of the client, to that server. What the servers send to each other is in `sent_`, and
  /// what clients have heard in `answers_`.
  void give(int server, ClientId client, Command command) {
    command.client = client;
    command.number = ++last_[client];
    at(server).take(Submission{client, false, {std::make_shared<const Command>(std::move(command))}});
    deliver();
  }
  void deliver() {
    for (bool is_quiet = false; !is_quiet;) {
      is_quiet = true;
      for (int from = 0; from < 3; ++from) {
        if (!servers_[static_cast<std::size_t>(from)])
          continue;
        auto output = at(from).take_output();
        for (const auto& [client, message] : output.to_clients)
          if (const auto* heard = std::get_if<ViewedAnswer>(&message))
            answers_[client] = heard->answer.tuples;
        for (const auto& [to, message] : output.to_replicas) {
          is_quiet = false;
          sent_.push_back({from, to});
          if (servers_[static_cast<std::size_t>(to)])
            at(to).take(from, message);
        }
      }
    }
  }
  void crash(int server) {
    stable_ = at(server).stable();
    servers_[static_cast<std::size_t>(server)].reset();
  }
  void come_back(int server) {
    servers_[static_cast<std::size_t>(server)] =
        std::make_unique<Replica>(Replica::Setup{3, server, 2, 8}, SpaceMachine(shapes), stable_);
    deliver();
  }
  /// The backup hears a complaint of the primary, which does not answer.
  void suspect(int backup) {
    at(backup).take(Submission{0, true, {}});
    deliver();
    at(backup).expired();
    deliver();
  }
  Replica& at(int server) { return *servers_[static_cast<std::size_t>(server)]; }

  std::vector<std::unique_ptr<Replica>> servers_;
  Replica::Stable stable_;
  std::map<ClientId, RequestId> last_;
  std::map<ClientId, std::vector<Tuple>> answers_;
  std::vector<std::pair<int, int>> sent_; ///< from and to
};

// Two of three are a majority: the command goes to server 1 alone, and its confirmation comes back.
TEST_F(ReplicaTest, ACommandCostsTwoMessagesAmongThreeServers) {
  give(0, 7, write(no_transaction, {tuple("TASK", 1)}, Command::open));
  EXPECT_EQ(sent_, (std::vector<std::pair<int, int>>{{0, 1}, {1, 0}}));
  EXPECT_EQ(at(0).committed(), 1);
  EXPECT_EQ(at(2).committed(), 0);
}

// Server 2 lacks 8 commands after the eighth, which is what the setup allows; then it is sent them.
TEST_F(ReplicaTest, ABackupThatIsNotNeededIsSentManyCommandsAtOnce) {
  for (int i = 0; i < 8; ++i)
    give(0, 7, write(no_transaction, {tuple("TASK", i)}, Command::open));
  EXPECT_EQ(std::count(sent_.begin(), sent_.end(), std::pair(0, 2)), 1);
}

// Client 1 has taken TASK 1 in transaction 1, and its nested top-level transaction 2 has left a CHECKPOINT.
// Client 2 waits for another TASK. The primary crashes, and then client 1: what transaction 1 had taken comes
// back, to client 2, and what transaction 2 has committed stays.
TEST_F(ReplicaTest, TransactionsAndWhoWaitsSurviveAFailOver) {
  give(0, 3, write(no_transaction, {tuple("TASK", 1)}, Command::open));
  give(0, 1, look(Command::in, "TASK", 1));
  give(0, 1, write(2, {tuple("CHECKPOINT", 5)}, Command::commit));
  give(0, 2, look(Command::in, "TASK"));
  EXPECT_EQ(answers_[1], std::vector<Tuple>{tuple("TASK", 1)});
  EXPECT_TRUE(answers_[2].empty());
  crash(0);
  suspect(1);
  ASSERT_TRUE(at(1).is_primary());
  EXPECT_EQ(at(1).view(), 1);
  EXPECT_TRUE(at(1).machine().waits(2));
  at(1).client_failed(1);
  deliver();
  EXPECT_EQ(answers_[2], std::vector<Tuple>{tuple("TASK", 1)});
  give(1, 3, look(Command::rdp, "CHECKPOINT"));
  EXPECT_EQ(answers_[3], std::vector<Tuple>{tuple("CHECKPOINT", 5)});
}

// A command that the new primary is sent again has been executed: it is answered, and not executed.
TEST_F(ReplicaTest, ACommandThatIsSentAgainAfterAFailOverIsExecutedOnce) {
  give(0, 3, write(no_transaction, {tuple("TASK", 1), tuple("TASK", 2)}, Command::open));
  give(0, 1, look(Command::inp, "TASK"));
  crash(0);
  suspect(2);
  answers_.clear();
  last_[1] = 0;
  give(1, 1, look(Command::inp, "TASK"));
  EXPECT_EQ(answers_[1], std::vector<Tuple>{tuple("TASK", 1)});
  give(1, 3, look(Command::copy_collect, "TASK"));
  EXPECT_EQ(answers_[3], std::vector<Tuple>{tuple("TASK", 2)});
}

// The log keeps two commands, so that the state goes as a snapshot. With the state server 0 counts again:
// server 2 may crash next.
TEST_F(ReplicaTest, AServerThatReturnsTakesTheStateAndCountsAgain) {
  for (int i = 0; i < 9; ++i)
    give(0, 7, write(no_transaction, {tuple("TASK", i)}, Command::open));
  crash(0);
  suspect(1);
  come_back(0);
  EXPECT_EQ(at(0).status(), Replica::Status::normal);
  EXPECT_EQ(at(0).view(), 1);
  EXPECT_EQ(at(0).committed(), at(1).committed());
  crash(2);
  give(1, 8, look(Command::copy_collect, "TASK"));
  if (answers_[8].empty()) { // it went to server 2 alone: the primary waits in vain, and asks both
    at(1).expired();
    deliver();
  }
  EXPECT_EQ(answers_[8].size(), 9u);
}

// Two of three are down: nobody is a majority, and nothing is answered.
TEST_F(ReplicaTest, AServerAloneAnswersNothing) {
  crash(1);
  crash(2);
  give(0, 7, write(no_transaction, {tuple("TASK", 1)}, Command::open));
  give(0, 7, look(Command::rdp, "TASK"));
  at(0).expired();
  deliver();
  EXPECT_TRUE(answers_[7].empty());
  EXPECT_EQ(at(0).committed(), 0);
}

} // namespace replica_test
} // namespace malha::tuple_space::testing
