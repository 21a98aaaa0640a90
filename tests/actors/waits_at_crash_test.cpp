// SPDX-License-Identifier: MIT
// A host goes at the very date until which an actor on it waits for a message: SimGrid 3.32 aborts where both
// happen.
#include "returning_hosts.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace waits_at_crash_test {

struct Ping {
  static constexpr const char* kind = "ping";
  Bytes size() const { return 1; }
};

class WaitAtACrash : public ::testing::TestWithParam<Reception> {};

// host-1 goes at 5 s and is back at 9 s; the run ends at 10 s. The actor goes with its host, and does not
// wait to the end.
TEST_P(WaitAtACrash, EndsWithItsHost) {
  const HostThatReturns platform(2, 1, 5, 9);
  ScriptedRun run(platform.file());
  bool has_begun = false, has_waited = false;
  run.entry("test/entry", "host-0", [](ActorContext&) { simgrid::s4u::this_actor::sleep_until(10); });
  run.script(
      "test/waits", "host-1",
      [&](ActorContext& context) {
        Inbox<std::variant<Ping>> inbox(context, GetParam());
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

} // namespace waits_at_crash_test
} // namespace malha::testing
