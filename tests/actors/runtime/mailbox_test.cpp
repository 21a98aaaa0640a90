// SPDX-License-Identifier: MIT
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/names.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace mailbox_test {

namespace s4u = simgrid::s4u;

struct Ping {
  static constexpr const char* kind = "ping";
  int number = 0;
  Bytes bytes = 1;
  Bytes size() const { return bytes; }
};
struct Pong {
  static constexpr const char* kind = "pong";
  Bytes size() const { return 5; }
};
using Note = std::variant<Ping, Pong>;

struct Arrival {
  int number;
  Seconds date;
};

/// A receiver on host-0 and senders on the other hosts of a mesh, whose links do not touch.
class Mailbox : public ::testing::Test {
protected:
  static constexpr const char* receiver = "test/receiver";

  void receive(int messages, Reception reception = Reception::rendezvous) {
    run_.entry(receiver, "host-0", [=](ActorContext& context) {
      Inbox<Note> inbox(context, reception);
      inbox.open();
      for (int i = 0; i < messages; ++i) {
        const Note note = inbox.receive();
        arrivals_.push_back({std::get<Ping>(note).number, now()});
      }
    });
  }

  /// Sends the notes at t=0, one after the other.
  void send(const std::string& host, const std::vector<Note>& notes) {
    run_.script("test/sender-on-" + host, host, [=](ActorContext& context) {
      const Address<Note> address(context, context.simulation().peers(receiver).front());
      for (const auto& note : notes)
        address.send(note);
      dates_after_sending_.push_back(now());
    });
  }

  Outcome done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }

  ScriptedRun run_{Settings{{"hosts", "3"}}};
  std::vector<Arrival> arrivals_;
  std::vector<Seconds> dates_after_sending_;
};

// 13.01 * 1 ms = 13.01 ms of latency; the byte itself takes 1.05 / (0.97 * 12.5 MB/s) = 87 ns.
TEST_F(Mailbox, AByteTakesTheLatencyTimesItsFactor) {
  receive(1);
  send("host-1", {Ping{}});
  done();
  EXPECT_NEAR(arrivals_.at(0).date, 0.01301 + 87e-9, clock_precision);
}

// 13.01 ms of latency and 1.05 * 1 MB / (0.97 * 12.5 MB/s) = 86.6 ms.
TEST_F(Mailbox, AMegabyteTakesItsSizeOverTheBandwidthAsWell) {
  receive(1);
  send("host-1", {Ping{0, 1e6}});
  done();
  EXPECT_NEAR(arrivals_.at(0).date, 0.01301 + 0.0865979381, clock_precision);
}

// The second transfer starts when the receiver has the first and asks again.
TEST_F(Mailbox, RendezvousTakesOneMessageAtATime) {
  receive(2);
  send("host-1", {Ping{1}});
  send("host-2", {Ping{2}});
  done();
  EXPECT_NEAR(arrivals_.at(0).date, transfer_time(1), clock_precision);
  EXPECT_NEAR(arrivals_.at(1).date, 2 * transfer_time(1), clock_precision);
}

// The two links do not touch: both messages travel at once.
TEST_F(Mailbox, PermanentReceptionTakesMessagesWhenTheyAreSent) {
  receive(2, Reception::permanent);
  send("host-1", {Ping{1}});
  send("host-2", {Ping{2}});
  done();
  EXPECT_NEAR(arrivals_.at(0).date, transfer_time(1), clock_precision);
  EXPECT_NEAR(arrivals_.at(1).date, transfer_time(1), clock_precision);
}

TEST_F(Mailbox, SendingNeverWaits) {
  receive(2);
  send("host-1", {Ping{1, 1e6}, Ping{2, 1e6}});
  done();
  EXPECT_EQ(dates_after_sending_, std::vector<Seconds>{0});
}

TEST_F(Mailbox, InstantTransportCostsNoTimeAndKeepsTheOrder) {
  run_.instant();
  receive(3);
  send("host-1", {Ping{1, 1e9}, Ping{2}, Ping{3, 1e6}});
  const auto outcome = done();
  EXPECT_EQ(ScriptedRun::metric(outcome, "simulated_time"), 0);
  ASSERT_EQ(arrivals_.size(), 3u);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(arrivals_[static_cast<std::size_t>(i)].number, i + 1);
}

// Making a mailbox lets other actors run; none of them may find it half made.
TEST_F(Mailbox, IsWholeForAllWhoAskForItAtOneDate) {
  int whole = 0;
  const auto ask = [&](ActorContext& context) {
    whole += context.simulation().network().channel("test/meeting").mailbox != nullptr ? 1 : 0;
  };
  run_.entry(receiver, "host-0", ask);
  run_.script("test/asker", "host-[12]", ask);
  done();
  EXPECT_EQ(whole, 3);
}

// 1 + 7 bytes of pings and 2 * 5 of pongs from host-1, one ping from host-2: 5 messages of 20 bytes.
TEST_F(Mailbox, CountsMessagesAndBytesByKindAndLayer) {
  run_.instant();
  run_.entry(receiver, "host-0", [](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::permanent);
    for (int i = 0; i < 5; ++i)
      inbox.receive();
  });
  send("host-1", {Ping{1, 1}, Pong{}, Ping{2, 7}, Pong{}});
  send("host-2", {Ping{3, 2}});
  const auto outcome = done();
  EXPECT_EQ(run_.lines("messages.csv"),
            (std::vector<std::string>{"ping,test/sender-on-host-1>test/receiver,2,8",
                                      "ping,test/sender-on-host-2>test/receiver,1,2",
                                      "pong,test/sender-on-host-1>test/receiver,2,10",
                                      "pong,test/sender-on-host-2>test/receiver,0,0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "messages"), 5);
  EXPECT_EQ(ScriptedRun::metric(outcome, "message_bytes"), 20);
}

// At 50 ms the megabyte is under way; had it been started again, it would end at 50 ms + its transfer time.
TEST_F(Mailbox, ATransferUnderWayAtTheDateGoesOn) {
  std::vector<Seconds> dates;
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::rendezvous);
    EXPECT_FALSE(inbox.receive_before(0.05));
    dates.push_back(now());
    inbox.receive();
    dates.push_back(now());
  });
  send("host-1", {Ping{1, 1e6}});
  done();
  EXPECT_NEAR(dates.at(0), 0.05, clock_precision);
  EXPECT_NEAR(dates.at(1), transfer_time(1e6), clock_precision);
}

TEST_F(Mailbox, ReceivesBeforeADateWhatArrivesBeforeIt) {
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::rendezvous);
    EXPECT_FALSE(inbox.receive_before(0.01)); // less than the latency
    const auto note = inbox.receive_before(1);
    arrivals_.push_back({note ? std::get<Ping>(*note).number : -1, now()});
  });
  send("host-1", {Ping{7}});
  done();
  EXPECT_EQ(arrivals_.at(0).number, 7);
  EXPECT_NEAR(arrivals_.at(0).date, transfer_time(1), clock_precision);
}

TEST_F(Mailbox, UnderInstantTransportNothingCanBeUnderWay) {
  run_.instant();
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::rendezvous);
    EXPECT_TRUE(inbox.receive_before(2));
    EXPECT_EQ(now(), 0);
    EXPECT_FALSE(inbox.receive_before(2));
    arrivals_.push_back({0, now()});
  });
  send("host-1", {Ping{}});
  done();
  EXPECT_EQ(arrivals_.at(0).date, 2);
}

class NowOrNever : public Mailbox, public ::testing::WithParamInterface<const char*> {};

// The message of 3 comes too late for a date that is now, or has been: the receiver must not wait for it.
TEST_P(NowOrNever, ADateThatHasComeWaitsForNothing) {
  run_.set("transport", GetParam());
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::rendezvous);
    for (const Seconds date : {2, 1}) {
      s4u::this_actor::sleep_until(2);
      EXPECT_FALSE(inbox.receive_before(date));
      arrivals_.push_back({0, now()});
    }
    inbox.receive();
  });
  run_.script("test/sender", "host-1", [](ActorContext& context) {
    const Address<Note> address(context, context.simulation().peers(receiver).front());
    s4u::this_actor::sleep_until(3);
    address.send(Ping{});
  });
  done();
  ASSERT_EQ(arrivals_.size(), 2u);
  EXPECT_EQ(arrivals_[0].date, 2);
  EXPECT_EQ(arrivals_[1].date, 2);
}

INSTANTIATE_TEST_SUITE_P(Transport, NowOrNever, ::testing::Values("network", "instant"), ByValue());

// Three are sent at 0. Taking one leaves two; under rendezvous they wait for the receiver.
TEST_F(Mailbox, KnowsHowManyMessagesWait) {
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::rendezvous);
    EXPECT_FALSE(inbox.ready());
    s4u::this_actor::sleep_for(1);
    EXPECT_EQ(inbox.waiting(), 3);
    EXPECT_TRUE(inbox.ready());
    inbox.receive();
    EXPECT_EQ(inbox.waiting(), 2);
    inbox.receive();
    inbox.receive();
    EXPECT_EQ(inbox.waiting(), 0);
    EXPECT_FALSE(inbox.ready());
  });
  send("host-1", {Ping{}, Ping{}, Ping{}});
  done();
}

// Under permanent reception a message is there when it has arrived, not when it is sent.
TEST_F(Mailbox, UnderPermanentReceptionOnlyWhatHasArrivedIsReady) {
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::permanent);
    inbox.open();
    s4u::this_actor::sleep_until(0.05);
    EXPECT_EQ(inbox.waiting(), 1);
    EXPECT_FALSE(inbox.ready());
    s4u::this_actor::sleep_until(1);
    EXPECT_TRUE(inbox.ready());
    inbox.receive();
    arrivals_.push_back({0, now()});
  });
  send("host-1", {Ping{1, 1e6}});
  done();
  EXPECT_EQ(arrivals_.at(0).date, 1);
}

// A reception that outlived its date, at 0.05, is for the megabyte; the byte behind it is there long before.
// Messages are received in the order they were sent, so that nothing is ready before the megabyte is.
TEST_F(Mailbox, NothingIsReadyWhileAnEarlierMessageIsUnderWay) {
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::permanent);
    inbox.open();
    EXPECT_FALSE(inbox.receive_before(0.05));
    EXPECT_FALSE(inbox.ready());
    s4u::this_actor::sleep_until(1);
    for (int number = 1; number <= 2; ++number) {
      EXPECT_TRUE(inbox.ready());
      EXPECT_EQ(std::get<Ping>(inbox.receive()).number, number);
    }
    arrivals_.push_back({0, now()});
  });
  send("host-1", {Ping{1, 1e6}, Ping{2}});
  done();
  EXPECT_EQ(arrivals_.at(0).date, 1);
}

// A reception that outlived its date is no message.
TEST_F(Mailbox, NothingIsReadyWhenNobodyHasSent) {
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::rendezvous);
    EXPECT_FALSE(inbox.receive_before(1));
    EXPECT_FALSE(inbox.ready());
  });
  done();
}

class Unread : public Mailbox, public ::testing::WithParamInterface<std::pair<std::string, Reception>> {};

// Of four messages that are sent at once, the receiver takes one and leaves.
TEST_P(Unread, MessagesAreCountedWhenTheRunHasEnded) {
  run_.set("transport", GetParam().first);
  receive(1, GetParam().second);
  send("host-1", {Ping{1}, Ping{2}});
  send("host-2", {Ping{3}, Ping{4}});
  const auto outcome = done();
  EXPECT_EQ(ScriptedRun::metric(outcome, "messages"), 4);
  EXPECT_EQ(ScriptedRun::metric(outcome, "messages_unread"), 3);
  EXPECT_EQ(ScriptedRun::metric(outcome, "cut"), 0);
}

// The second of two transfers of 13 ms is under way at 20 ms.
TEST_P(Unread, MessagesAreCountedWhenTheRunIsCut) {
  run_.set("transport", GetParam().first);
  run_.set("max_time", "0.02");
  receive(3, GetParam().second);
  send("host-1", {Ping{1}, Ping{2}});
  const auto outcome = run_.run();
  const bool one_at_a_time = GetParam().second == Reception::rendezvous && GetParam().first == "network";
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_EQ(ScriptedRun::metric(outcome, "cut"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "messages_unread"), one_at_a_time ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(Transport, Unread,
                         ::testing::Values(std::pair{"network", Reception::rendezvous},
                                           std::pair{"network", Reception::permanent},
                                           std::pair{"instant", Reception::rendezvous}),
                         ByValue());

TEST_F(Mailbox, TwoActorsOfANameOnAHostHaveOneEach) {
  run_.instant();
  std::vector<std::string> names;
  run_.entry(receiver, "host-0", [&](ActorContext& context) {
    for (const auto& peer : context.simulation().peers("test/twin"))
      names.push_back(peer.mailbox);
    const auto& twins = context.simulation().peers("test/twin");
    Address<Note>(context, twins.at(1)).send(Ping{1});
    Address<Note>(context, twins.at(0)).send(Ping{0});
  });
  const auto twin = [&](ActorContext& context) {
    Inbox<Note> inbox(context, Reception::permanent);
    const bool second = context.self().mailbox == names.at(1);
    EXPECT_EQ(std::get<Ping>(inbox.receive()).number, second ? 1 : 0);
    arrivals_.push_back({second ? 1 : 0, now()});
  };
  run_.script("test/twin", "host-1", twin);
  run_.script("test/twin", "host-1", twin);
  done();
  EXPECT_EQ(names, (std::vector<std::string>{"test/twin@host-1", "test/twin@host-1#2"}));
  EXPECT_EQ(arrivals_.size(), 2u);
}

} // namespace mailbox_test
} // namespace malha::testing
