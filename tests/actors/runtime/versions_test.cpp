// SPDX-License-Identifier: MIT
// What differs between versions of SimGrid, each by a small program in S4U. docs/simgrid.md says what Malha
// does about it.
#include "actors/runtime/simgrid/engine.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "policies/sdk/quantities.hpp"

#include <gtest/gtest.h>
#include <simgrid/s4u.hpp>

#include <string>
#include <vector>

namespace malha::testing {
namespace versions_test {

namespace s4u = simgrid::s4u;

/// Three hosts of 1 Gflop/s, each with a link of 1 MB/s and 1 ms to the middle.
class SimGridVersion : public ::testing::Test {
protected:
  SimGridVersion() {
    auto* zone = add_star_zone("star");
    for (int i = 0; i < 3; ++i) {
      hosts_.push_back(add_host(*zone, "host-" + std::to_string(i), {1e9})->seal());
      auto* link = add_link(*zone, "link-" + std::to_string(i), 1e6)->set_latency(1e-3)->seal();
      add_route(*zone, *hosts_.back(), nullptr, link);
    }
    zone->seal();
  }

  s4u::Engine* const engine_ = make_engine({}).release(); // never destroyed, as in the program
  std::vector<s4u::Host*> hosts_;
};

/// Host 1 sends at 0 a byte to a permanent receiver on host 0, where it arrives by 0.1. Host 1 fails at 3,
/// and the receiver comes at 5.
TEST_F(SimGridVersion, LosesOrKeepsWhatHasArrivedWhenItsSenderFails) {
  std::string seen;
  auto* mailbox = s4u::Mailbox::by_name("box");
  add_actor("receiver", hosts_[0], [&] {
    mailbox->set_receiver(s4u::Actor::self());
    s4u::this_actor::sleep_until(5);
    try {
      seen = "got " + std::to_string(*mailbox->get<int>());
    } catch (const simgrid::NetworkFailureException&) {
      seen = "lost";
    }
  });
  static int message = 7;
  add_actor("sender", hosts_[1], [&] { mailbox->put_init(&message, 1)->detach(); });
  add_actor("failure", hosts_[2], [&] {
    s4u::this_actor::sleep_until(3);
    hosts_[1]->turn_off();
  });
  engine_->run();
  EXPECT_EQ(seen, mailboxes_keep_what_arrived() ? "got 7" : "lost");
}

/// Each of three hosts computes for 1 s. On host 0 another actor waits for a message from 0.1 on: a sleep
/// that begins there makes SimGrid plan the end of host 0's computation anew, behind those of the others.
TEST_F(SimGridVersion, PlansAnEndAnewOrNotWhenAnotherActorWaits) {
  std::vector<int> ended;
  for (int i = 0; i < 3; ++i)
    add_actor("computing", hosts_[static_cast<std::size_t>(i)], [&ended, i] {
      s4u::this_actor::execute(1e9);
      ended.push_back(i);
    });
  auto* mailbox = s4u::Mailbox::by_name("box");
  add_actor("waiting", hosts_[0], [&] {
    s4u::this_actor::sleep_until(0.1);
    mailbox->get<int>();
  });
  static int message = 7;
  add_actor("sending", hosts_[1], [&] {
    s4u::this_actor::sleep_until(2);
    mailbox->put(&message, 1);
  });
  engine_->run();
  EXPECT_EQ(ended, waiting_begins_a_sleep() ? (std::vector<int>{1, 2, 0}) : (std::vector<int>{0, 1, 2}));
}

// It takes the latencies of two links, each of which SimGrid's model multiplies by 13.01.
TEST_F(SimGridVersion, StartsATransferOfNothing) {
  if (waiting_begins_a_sleep())
    GTEST_SKIP() << "this SimGrid leaves it until somebody waits for it alone";
  double ended = 0;
  add_actor("sender", hosts_[0], [&] {
    EXPECT_TRUE(ends_within({start_transfer(hosts_[0], hosts_[1], 0)}, 1));
    ended = s4u::Engine::get_clock();
  });
  engine_->run();
  EXPECT_NEAR(ended, 2 * 13.01 * 1e-3, 1e-9);
}

/// A transfer of its own, where Malha makes them: it ends once, and fails if a host is down at its end, or a
/// link at its start. 1 MB takes some 1.1 s, and nothing takes the latency.
TEST_F(SimGridVersion, EndsATransferOnce) {
  if (mailboxes_keep_what_arrived())
    GTEST_SKIP() << "mailboxes keep what has arrived";
  std::vector<std::string> ended;
  const auto transfer = [&](const std::string& name, int from, int to, std::uint64_t bytes) {
    start_transfer(hosts_[static_cast<std::size_t>(from)], hosts_[static_cast<std::size_t>(to)], bytes,
                   [&ended, name](bool whole) { ended.push_back(name + (whole ? " arrived" : " failed")); });
  };
  add_actor("sender", hosts_[0], [&] {
    transfer("empty", 0, 1, 0);
    s4u::this_actor::sleep_until(1);
    transfer("first", 0, 1, 1'000'000);
    s4u::this_actor::sleep_until(4);
    transfer("second", 0, 2, 1'000'000);
    s4u::this_actor::sleep_until(4.5);
    hosts_[2]->turn_off();
    s4u::this_actor::sleep_until(8);
    s4u::Link::by_name("link-1")->turn_off();
    transfer("third", 0, 1, 1'000'000);
    s4u::this_actor::sleep_until(20);
  });
  engine_->run();
  EXPECT_EQ(ended,
            (std::vector<std::string>{"empty arrived", "first arrived", "second failed", "third failed"}));
}

} // namespace versions_test
} // namespace malha::testing
