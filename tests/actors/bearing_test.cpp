// SPDX-License-Identifier: MIT
#include "scripted_run.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace bearing_test {

using Kind = Profile::Kind;

/// What a run under that transport on a platform with one profile asks.
std::vector<Burden> asked(const std::string& transport, Kind kind, std::vector<Profile::Point> points,
                          Seconds period = never) {
  SimulationPlan plan;
  plan.run = Parameters(run_parameters(), {{"transport", transport}});
  plan.platform.profiles = {{kind, "it", std::move(points), period, "p.xml:3"}};
  std::vector<Burden> burdens;
  for (const auto& one : burdens_of(plan))
    if (one.burden != Burden::network)
      burdens.push_back(one.burden);
  return burdens;
}

TEST(Burdens, AreThoseOfTheStatesOfAHost) {
  const std::vector goes{Burden::host_goes}, returns{Burden::host_goes, Burden::host_returns};
  EXPECT_EQ(asked("instant", Kind::host_state, {{0, 1}, {5, 1}}), std::vector<Burden>{});
  EXPECT_EQ(asked("instant", Kind::host_state, {{0, 1}, {5, 0}}), goes);
  EXPECT_EQ(asked("instant", Kind::host_state, {{5, 0}, {9, 1}}), returns);
  EXPECT_EQ(asked("instant", Kind::host_state, {{0, 1}, {5, 0}}, 10), returns); // at 10
  EXPECT_EQ(asked("instant", Kind::host_state, {{5, 0}}, 10), goes);            // nothing turns it on again
}

TEST(Burdens, OfLinksAreThoseOfTheNetwork) {
  EXPECT_EQ(asked("network", Kind::link_bandwidth, {{5, 1e6}}), std::vector{Burden::bandwidth_profile});
  EXPECT_EQ(asked("network", Kind::link_latency, {{5, 1}}), std::vector{Burden::bandwidth_profile});
  EXPECT_EQ(asked("network", Kind::link_state, {{5, 0}, {6, 1}}), std::vector{Burden::link_goes});
  EXPECT_EQ(asked("network", Kind::link_state, {{5, 1}}), std::vector<Burden>{});
  for (const auto kind : {Kind::link_bandwidth, Kind::link_latency, Kind::link_state})
    EXPECT_EQ(asked("instant", kind, {{5, 0}}), std::vector<Burden>{});
}

TEST(Burdens, OfSpeedsAreThere) {
  EXPECT_EQ(asked("instant", Kind::host_speed, {{5, 0.5}}), std::vector{Burden::speed_profile});
}

/// What is said of a run of actors under transport=instant on a platform with that profile.
std::string said_of(Kind kind, std::vector<Bearing> bears, const std::string& host_of_another = "") {
  const TemporaryFolder folder;
  write_text(folder / "p.xml",
             "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
             "<platform version='4.1'><zone id='zone' routing='None'>\n"
             "<host id='host-0' speed='1Gf'/>\n<host id='host-1' speed='1Gf' " +
                 std::string(kind == Kind::host_speed ? "speed" : "state") +
                 "_file='it'/>\n</zone></platform>\n");
  write_text(folder / "it", kind == Kind::host_speed ? "5 0.5\n" : "5 0\n");
  ScriptedRun run(folder / "p.xml");
  run.instant();
  run.script(
      "test/entry", "host-0", [](ActorContext&) {},
      [&](ActorDescriptor& own) {
        own.runs = {Shape::bag_of_tasks};
        own.bears = std::move(bears);
      });
  if (!host_of_another.empty())
    run.script(
        "test/other", host_of_another, [](ActorContext&) {},
        [](ActorDescriptor& own) { own.keeps_host = true; });
  auto said = thrown<InputError>([&] { run.run(); });
  const auto path = (folder / "p.xml").string();
  if (const auto at = said.find(path); at != std::string::npos)
    said.replace(at, path.size(), "p.xml");
  return said;
}

TEST(Bearing, OfAChangingHostIsAskedAtTheStart) {
  EXPECT_EQ(said_of(Kind::host_speed, {{Burden::host_goes}}),
            "deployment.xml:1: actor 'test/entry' does not bear hosts that change their speed (host_speed of "
            "'host-1', p.xml:5); valid: a platform without it");
}

TEST(Bearing, OfAHostThatGoesIsAskedAtTheStart) {
  EXPECT_EQ(said_of(Kind::host_state, {{Burden::speed_profile}}),
            "deployment.xml:1: actor 'test/entry' does not bear hosts that go (host_state of 'host-1', "
            "p.xml:5); valid: a platform without it");
}

TEST(Bearing, IsInVainWhereAnActorThatMustStayIsOnTheHost) {
  EXPECT_EQ(
      said_of(Kind::host_state, {{Burden::host_goes}}, "host-1"),
      "p.xml:5: host 'host-1' goes, and actor 'test/other' is there, without which others cannot go on; "
      "valid: a deployment that has it on another host, or a platform on which this one stays");
}

} // namespace bearing_test
} // namespace malha::testing
