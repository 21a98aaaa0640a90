// SPDX-License-Identifier: MIT
// Messages that are late, lost or doubled between hosts that stay up.
#include "actors/model/message_faults.hpp"
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/names.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace message_faults_test {

struct Ping {
  static constexpr const char* kind = "ping";
  int number = 0;
  Bytes size() const { return 1; }
};
using Note = std::variant<Ping>;
using NoteBox = Inbox<Note>;

constexpr const char* receiver = "test/receiver";

/// When a message came, and which.
using Heard = std::vector<std::pair<int, Seconds>>;

/// host-1 sends message n at n s, from 1 to 3. A sender on host-0, where the receiver is, sends message 0 at
/// 0.5 s, which is not between two hosts and has no number.
class MessageFaults : public ::testing::TestWithParam<Reception> {
protected:
  Heard heard_until(Seconds date) {
    Heard heard;
    run_.entry(receiver, "host-0", [&heard, date](ActorContext& context) {
      NoteBox inbox(context, GetParam());
      inbox.open();
      while (const auto note = inbox.receive_before(date))
        heard.emplace_back(std::get<Ping>(*note).number, now());
      EXPECT_EQ(inbox.waiting(), 0);
    });
    run_.script("test/near", "host-0", [](ActorContext& context) {
      const Address<Note> address(context, context.simulation().peers(receiver).front());
      simgrid::s4u::this_actor::sleep_until(0.5);
      address.send(Ping{0});
    });
    run_.script("test/far", "host-1", [](ActorContext& context) {
      const Address<Note> address(context, context.simulation().peers(receiver).front());
      for (int number = 1; number <= 3; ++number) {
        simgrid::s4u::this_actor::sleep_until(number);
        address.send(Ping{number});
      }
    });
    outcome_ = run_.run();
    return heard;
  }
  /// The numbers are those, and message n arrives at dates[n]. Nothing is expected of message 0.
  static void expect(Heard heard, const std::vector<std::pair<int, Seconds>>& sent) {
    ASSERT_GE(heard.size(), 1U);
    EXPECT_EQ(heard.front().first, 0);
    heard.erase(heard.begin());
    ASSERT_EQ(heard.size(), sent.size());
    for (std::size_t i = 0; i < sent.size(); ++i) {
      EXPECT_EQ(heard[i].first, sent[i].first);
      EXPECT_NEAR(heard[i].second, sent[i].second + transfer_time(1), clock_precision);
    }
  }

  ScriptedRun run_{Settings{{"hosts", "2"}}};
  Outcome outcome_;
};

// Message 1 leaves at 1 + 1.5 s, after message 2.
TEST_P(MessageFaults, LetALateMessageBeOvertaken) {
  run_.environment("environment/late_messages", {{"messages", "1+1.5"}});
  expect(heard_until(10), {{2, 2}, {1, 2.5}, {3, 3}});
  EXPECT_EQ(outcome_.status, Status::done) << outcome_.message;
  EXPECT_EQ(run_.messages("ping", "test/far>test/receiver"), "3 3");
}

TEST_P(MessageFaults, LoseAMessage) {
  run_.environment("environment/lost_messages", {{"messages", "2"}});
  expect(heard_until(10), {{1, 1}, {3, 3}});
  EXPECT_EQ(outcome_.status, Status::done) << outcome_.message;
}

// Message 1 leaves at 1 s and at 2.5 s, message 3 at 3 s and at 3.25 s. They count once as sent.
TEST_P(MessageFaults, DoubleMessages) {
  run_.environment("environment/doubled_messages", {{"messages", "1+1.5,3+0.25"}});
  expect(heard_until(10), {{1, 1}, {2, 2}, {1, 2.5}, {3, 3}, {3, 3.25}});
  EXPECT_EQ(outcome_.status, Status::done) << outcome_.message;
  EXPECT_EQ(run_.messages("ping", "test/far>test/receiver"), "3 3");
}

TEST_P(MessageFaults, OfBothKindsHaveOneOrder) {
  run_.environment("environment/late_messages", {{"messages", "1+5"}});
  run_.environment("environment/lost_messages", {{"messages", "3"}});
  expect(heard_until(10), {{2, 2}, {1, 6}});
  EXPECT_EQ(outcome_.status, Status::done) << outcome_.message;
}

TEST_P(MessageFaults, OfAMessageThatIsNotSentAreRefused) {
  run_.environment("environment/late_messages", {{"messages", "2+1,4+1"}});
  heard_until(10);
  EXPECT_EQ(outcome_.status, Status::bad_input);
  EXPECT_EQ(outcome_.message,
            "message 4 is late or lost, and the run sends 3 messages between hosts; valid: from 1 to 3");
}

TEST_P(MessageFaults, OfADoubledMessageThatIsNotSentAreRefused) {
  run_.environment("environment/doubled_messages", {{"messages", "4+1"}});
  heard_until(10);
  EXPECT_EQ(outcome_.status, Status::bad_input);
  EXPECT_EQ(outcome_.message,
            "message 4 is doubled, and the run sends 3 messages between hosts; valid: from 1 to 3");
}

INSTANTIATE_TEST_SUITE_P(Inbox, MessageFaults, ::testing::Values(Reception::permanent, Reception::rendezvous),
                         [](const auto& one) {
                           return one.param == Reception::permanent ? "Permanent" : "Rendezvous";
                         });

TEST(MessageFaultLists, AreReadAndWritten) {
  const auto late = late_messages_from("17+30,2+0.5,9+1e+20");
  ASSERT_EQ(late.size(), 3U);
  EXPECT_EQ(late[0].number, 17);
  EXPECT_EQ(late[0].late, 30);
  EXPECT_EQ(text_of(late), "17+30,2+0.5,9+1e+20");
  EXPECT_EQ(text_of(lost_messages_from("3,12")), "3,12");
  EXPECT_TRUE(late_messages_from("").empty());
  const auto doubled = doubled_messages_from("17+30");
  ASSERT_EQ(doubled.size(), 1U);
  EXPECT_TRUE(doubled[0].is_doubled);
  EXPECT_EQ(doubled[0].late, 30);
  EXPECT_EQ(text_of(doubled), "17+30");
}

TEST(MessageFaultLists, SayWhatIsWrong) {
  const auto said = [](const std::string& text) {
    return thrown<InputError>([&] { late_messages_from(text); });
  };
  const std::string valid =
      "; valid: NUMBER+S, a message and by how many seconds it is late, several with commas between them";
  EXPECT_EQ(said("x+3"), "'x+3' has no number of a message" + valid);
  EXPECT_EQ(said("2+1,"), "'' has no number of a message" + valid);
  EXPECT_EQ(said("0+3"), "'0+3' is before the first message, which is 1" + valid);
  EXPECT_EQ(said("3"), "'3' does not say by how many seconds the message is late" + valid);
  EXPECT_EQ(said("3+soon"), "'3+soon' does not say by how many seconds the message is late" + valid);
  EXPECT_EQ(said("3+-1"), "'3+-1' must be late by more than 0 s" + valid);
  EXPECT_EQ(thrown<InputError>([] { lost_messages_from("3+1"); }),
            "'3+1' has no number of a message; valid: the NUMBER of a message, several with commas between "
            "them");
  EXPECT_EQ(
      thrown<InputError>([] { doubled_messages_from("3"); }),
      "'3' does not say after how many seconds the message leaves again; valid: NUMBER+S, a message and "
      "after how many seconds it leaves again, several with commas between them");
}

} // namespace message_faults_test
} // namespace malha::testing
