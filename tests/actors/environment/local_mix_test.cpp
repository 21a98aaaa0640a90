// SPDX-License-Identifier: MIT
#include "actors/environment/local_mix.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

#include <map>

namespace malha::testing {
namespace local_mix_test {

using environment::draw_kinds;
using environment::kinds_in;

/// Table D.2 of M-CISNE: Xwin, Internet and Shell.
const std::string table = "62:15:35:638:0.15,33:20:60:3650:0.2,5:25:20:111:0.25";

TEST(LocalMix, HasTheKindsOfItsText) {
  const auto kinds = kinds_in(table);
  ASSERT_EQ(kinds.size(), 3u);
  EXPECT_DOUBLE_EQ(kinds[1].share, 0.33);
  EXPECT_DOUBLE_EQ(kinds[1].profile.cpu, 0.2);
  EXPECT_DOUBLE_EQ(kinds[1].profile.memory, 0.6);
  EXPECT_EQ(kinds[1].profile.traffic, 3650);
  EXPECT_EQ(kinds[1].penalty, 0.2);
}

// Of n = 20 000 hosts a share p has a kind, within 4 sqrt(p (1 - p) / n): 274, 266 and 123 hosts.
TEST(LocalMix, GivesEachKindItsShare) {
  const auto kinds = kinds_in(table);
  RandomStreams streams(1);
  std::map<const environment::LocalKind*, int> hosts;
  for (const auto* kind : draw_kinds(kinds, 20'000, streams.stream("test")))
    ++hosts[kind];
  EXPECT_NEAR(hosts[&kinds[0]], 12'400, 274);
  EXPECT_NEAR(hosts[&kinds[1]], 6600, 266);
  EXPECT_NEAR(hosts[&kinds[2]], 1000, 123);
}

TEST(LocalMix, NeverGivesAKindWithoutAShare) {
  const auto kinds = kinds_in("0:1:1:1:0,100:2:2:2:0,0:3:3:3:0");
  RandomStreams streams(1);
  for (const auto* kind : draw_kinds(kinds, 1000, streams.stream("test")))
    ASSERT_EQ(kind, &kinds[1]);
}

TEST(LocalMix, RefusesOtherTexts) {
  for (const std::string text : {"62:15:35:638", "100:15:35:638:1", "100:15:35:-1:0.5", "101:15:35:638:0.5",
                                 "100:15:x:638:0.5", "60:15:35:638:0.15,30:20:60:3650:0.2", "100:1:1:1:0,"})
    EXPECT_EQ(
        thrown<InputError>([&] { kinds_in(text); }),
        "local_users.mix='" + text +
            "'; valid: kinds of users, separated by commas, each share:cpu:memory:traffic:penalty, with "
            "the first three in % and from 0 to 100, the traffic in B/s, the penalty from 0 to 0.99, and "
            "shares that add up to 100");
}

// Users are of two kinds, and take the penalty of their kind: of 1 Gflop/s 0.75 or 0.5 are left, so that
// 10 Gflop take 13.33 or 20 s. The seed draws both kinds for some of nine hosts.
TEST(LocalMix, DecidesWhatTheUserOfAHostTakesAndShows) {
  ScriptedRun run(Settings{{"hosts", "9"}});
  int firsts = 0;
  run.entry("test/actor", "host-0", [&](ActorContext& context) {
    std::map<simgrid::s4u::Host*, simgrid::s4u::ExecPtr> tasks;
    for (auto* host : simgrid::s4u::Engine::get_instance()->get_all_hosts()) {
      tasks[host] = simgrid::s4u::Exec::init()->set_flops_amount(10e9)->set_host(host);
      tasks[host]->start();
    }
    for (const auto& [host, task] : tasks) {
      task->wait();
      const auto& profile = LocalUsers::of(context.simulation()).profile(host);
      const bool is_first = profile.traffic == 100;
      firsts += is_first;
      EXPECT_DOUBLE_EQ(profile.cpu, is_first ? 0.1 : 0.2);
      EXPECT_NEAR(task->get_finish_time(), is_first ? 10 / 0.75 : 20, clock_precision);
    }
  });
  run.environment(
      "environment/local_users",
      {{"local_share", "100"}, {"hosts", "host-*"}, {"mix", "50:10:35:100:0.25,50:20:60:200:0.5"}});
  EXPECT_EQ(run.run().status, Status::done);
  EXPECT_GT(firsts, 0);
  EXPECT_LT(firsts, 9);
}

} // namespace local_mix_test
} // namespace malha::testing
