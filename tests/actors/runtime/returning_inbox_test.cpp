// SPDX-License-Identifier: MIT
// A host goes at the very date until which an actor on it waits for a message: SimGrid 3.32 aborts where both
// happen.
#include "tests/actors/support/returning_hosts.hpp"
#include "tests/support/names.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace returning_inbox_test {

struct Ping {
  static constexpr const char* kind = "ping";
  Bytes bytes = 1;
  Bytes size() const { return bytes; }
};
using Note = std::variant<Ping>;

class WaitAtACrash : public ::testing::TestWithParam<Reception> {};

// SimGrid 3.32 aborts where a host goes at the very date until which an actor on it waits. host-1 goes at 5 s
// and is back at 9 s; the run ends at 10 s. The actor goes with its host, and does not wait to the end.
TEST_P(WaitAtACrash, EndsWithItsHost) {
  const HostThatReturns platform(2, 1, 5, 9);
  ScriptedRun run(platform.file());
  bool has_begun = false, has_waited = false;
  run.entry("test/entry", "host-0", [](ActorContext&) { simgrid::s4u::this_actor::sleep_until(10); });
  run.script(
      "test/waits", "host-1",
      [&](ActorContext& context) {
        Inbox<Note> inbox(context, GetParam());
        inbox.open();
        has_begun = true;
        inbox.receive_before(5);
        has_waited = true;
      },
      [](ActorDescriptor& own) { own.daemon = true; });
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_TRUE(has_begun);
  EXPECT_FALSE(has_waited);
  EXPECT_EQ(ScriptedRun::metric(outcome, "simulated_time"), 10);
}

INSTANTIATE_TEST_SUITE_P(Receptions, WaitAtACrash,
                         ::testing::Values(Reception::permanent, Reception::rendezvous), ByValue());

// host-0 and host-2 each send 1 MB to host-1 at 0 s, which takes more than 0.08 s. host-1 goes at 0.05 s and
// is back at 1 s. What was on its way is lost; what is sent at 2 s is heard. SimGrid 3.32 would kill who
// comes to the second of the two.
TEST(ReturningInbox, HearsWhatComesAfterTwoMessagesWereLost) {
  const HostThatReturns platform(3, 1, 0.05, 1);
  ScriptedRun run(platform.file());
  std::vector<Seconds> heard;
  const auto send = [](ActorContext& context, Bytes bytes) {
    Address<Note>(context, context.simulation().peers("test/hears").front()).send(Ping{bytes});
  };
  run.entry("test/entry", "host-0", [&](ActorContext& context) {
    send(context, 1e6);
    simgrid::s4u::this_actor::sleep_until(2);
    send(context, 1);
    simgrid::s4u::this_actor::sleep_until(3);
  });
  run.script("test/other", "host-2", [&](ActorContext& context) { send(context, 1e6); });
  std::optional<Inbox<Note>> inbox;
  run.script(
      "test/hears", "host-1",
      [&](ActorContext& context) {
        simgrid::s4u::Actor::self()->set_auto_restart(true);
        if (!inbox)
          inbox.emplace(context, Reception::permanent);
        inbox->open();
        for (;;) {
          inbox->receive();
          heard.push_back(now());
        }
      },
      [](ActorDescriptor& own) { own.daemon = true; });
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_NEAR(heard.front(), 2 + transfer_time(1), 1e-6);
}

} // namespace returning_inbox_test
} // namespace malha::testing
