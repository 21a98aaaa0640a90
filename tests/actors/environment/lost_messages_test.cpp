// SPDX-License-Identifier: MIT
// Messages whose sender's host goes down while they travel.
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/names.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace lost_messages_test {

struct Ping {
  static constexpr const char* kind = "ping";
  int number = 0;
  Bytes bytes = 1;
  Bytes size() const { return bytes; }
};
using Note = std::variant<Ping>;
using NoteBox = Inbox<Note>;

constexpr const char* receiver = "test/receiver";

int number_of(const Note& note) { return std::get<Ping>(note).number; }

/// host-1 sends 1 MB at 0 s, which would arrive at 0.1 s, and goes down at 0.05 s; host-2 sends 1 B at 1 s.
class LostMessage : public ::testing::TestWithParam<Reception> {
protected:
  void receive(const std::function<void(NoteBox&)>& script) {
    run_.entry(receiver, "host-0", [=](ActorContext& context) {
      NoteBox inbox(context, GetParam());
      inbox.open();
      script(inbox);
      EXPECT_EQ(inbox.waiting(), 0);
    });
    run_.script("test/first", "host-1", [](ActorContext& context) {
      Address<Note>(context, context.simulation().peers(receiver).front()).send(Ping{1, 1e6});
    });
    run_.script("test/second", "host-2", [](ActorContext& context) {
      const Address<Note> address(context, context.simulation().peers(receiver).front());
      simgrid::s4u::this_actor::sleep_until(0.05);
      simgrid::s4u::Host::by_name("host-1")->turn_off();
      simgrid::s4u::this_actor::sleep_until(1);
      address.send(Ping{2});
    });
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  }

  ScriptedRun run_{Settings{{"hosts", "3"}}};
};

TEST_P(LostMessage, IsPassedOver) {
  receive([](NoteBox& inbox) {
    EXPECT_EQ(number_of(inbox.receive()), 2);
    EXPECT_NEAR(now(), 1 + transfer_time(1), clock_precision);
  });
}

TEST_P(LostMessage, IsPassedOverByOneWhoWaitsUntilADate) {
  receive([](NoteBox& inbox) {
    EXPECT_FALSE(inbox.receive_before(0.5));
    EXPECT_EQ(now(), 0.5);
    const auto note = inbox.receive_before(2);
    ASSERT_TRUE(note);
    EXPECT_EQ(number_of(*note), 2);
    EXPECT_NEAR(now(), 1 + transfer_time(1), clock_precision);
  });
}

// Its transfer is under way at the date of the first look, and lost at that of the second.
TEST_P(LostMessage, IsNeverReady) {
  receive([](NoteBox& inbox) {
    EXPECT_FALSE(inbox.receive_before(0.01));
    EXPECT_FALSE(inbox.ready());
    simgrid::s4u::this_actor::sleep_until(0.5);
    EXPECT_FALSE(inbox.ready());
    EXPECT_EQ(inbox.waiting(), 0);
    simgrid::s4u::this_actor::sleep_until(2);
    EXPECT_TRUE(inbox.ready());
    EXPECT_EQ(number_of(inbox.receive()), 2);
  });
}

// Who does not ask before 0.5 s finds nothing of it under rendezvous, where its transfer has not begun.
TEST_P(LostMessage, IsLostToOneWhoAsksLater) {
  receive([](NoteBox& inbox) {
    simgrid::s4u::this_actor::sleep_until(0.5);
    EXPECT_FALSE(inbox.ready());
    EXPECT_EQ(number_of(inbox.receive()), 2);
    EXPECT_NEAR(now(), 1 + transfer_time(1), clock_precision);
  });
}

INSTANTIATE_TEST_SUITE_P(Under, LostMessage, ::testing::Values(Reception::rendezvous, Reception::permanent),
                         ByValue());

// What host-0 sends to host-1 after 0.05 s, where it is received as soon as it is sent, is counted, and no
// more.
TEST(MessageToTheDead, GoesNowhere) {
  ScriptedRun run{Settings{{"hosts", "2"}}};
  run.script(
      receiver, "host-1",
      [](ActorContext& context) {
        NoteBox inbox(context, Reception::permanent);
        inbox.open();
        inbox.receive();
      },
      [](ActorDescriptor& own) { own.daemon = true; });
  run.entry("test/sender", "host-0", [](ActorContext& context) {
    const Address<Note> address(context, context.simulation().peers(receiver).front());
    simgrid::s4u::this_actor::sleep_until(0.05);
    simgrid::s4u::Host::by_name("host-1")->turn_off();
    address.send(Ping{1});
  });
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(ScriptedRun::metric(outcome, "messages_unread"), 1);
}

} // namespace lost_messages_test
} // namespace malha::testing
