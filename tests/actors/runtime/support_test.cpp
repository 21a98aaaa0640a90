// SPDX-License-Identifier: MIT
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/thrown.hpp"

#include <regex>

namespace malha::testing {
namespace bearing_test {

using Kind = Profile::Kind;

/// What a run under that transport on a platform with one profile asks.
std::vector<Condition> asked(const std::string& transport, Kind kind, std::vector<Profile::Point> points,
                             Seconds period = never) {
  SimulationPlan plan;
  plan.run = Parameters(run_parameters(), {{"transport", transport}});
  plan.platform.profiles = {{kind, "it", std::move(points), period, "p.xml:3"}};
  std::vector<Condition> conditions;
  for (const auto& one : conditions_of(plan))
    if (one.condition != Condition::network && one.condition != Condition::instant)
      conditions.push_back(one.condition);
  return conditions;
}

TEST(Conditions, AreThoseOfTheStatesOfAHost) {
  const std::vector goes{Condition::host_fails}, returns{Condition::host_fails, Condition::host_recovers};
  EXPECT_EQ(asked("instant", Kind::host_state, {{0, 1}, {5, 1}}), std::vector<Condition>{});
  EXPECT_EQ(asked("instant", Kind::host_state, {{0, 1}, {5, 0}}), goes);
  EXPECT_EQ(asked("instant", Kind::host_state, {{5, 0}, {9, 1}}), returns);
  EXPECT_EQ(asked("instant", Kind::host_state, {{0, 1}, {5, 0}}, 10), returns); // at 10
  EXPECT_EQ(asked("instant", Kind::host_state, {{5, 0}}, 10), goes);            // nothing turns it on again
}

TEST(Conditions, OfLinksAreThoseOfTheNetwork) {
  EXPECT_EQ(asked("network", Kind::link_bandwidth, {{5, 1e6}}), std::vector{Condition::bandwidth_profile});
  EXPECT_EQ(asked("network", Kind::link_latency, {{5, 1}}), std::vector{Condition::bandwidth_profile});
  EXPECT_EQ(asked("network", Kind::link_state, {{5, 0}, {6, 1}}), std::vector{Condition::link_fails});
  EXPECT_EQ(asked("network", Kind::link_state, {{5, 1}}), std::vector<Condition>{});
  for (const auto kind : {Kind::link_bandwidth, Kind::link_latency, Kind::link_state})
    EXPECT_EQ(asked("instant", kind, {{5, 0}}), std::vector<Condition>{});
}

TEST(Conditions, OfSpeedsAreThere) {
  EXPECT_EQ(asked("instant", Kind::host_speed, {{5, 0.5}}), std::vector{Condition::speed_profile});
}

/// What is said of a run of actors under transport=instant on a platform with that profile.
std::string said_of(Kind kind, std::vector<Support> supports, const std::string& host_of_another = "") {
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
        own.supports = std::move(supports);
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

TEST(Support, OfAChangingHostIsAskedAtTheStart) {
  EXPECT_EQ(
      said_of(Kind::host_speed, {{Condition::host_fails}}),
      "deployment.xml:1: actor 'test/entry' does not support hosts that change their speed (host_speed of "
      "'host-1', p.xml:5); valid: a platform without it");
}

TEST(Support, OfAHostThatGoesIsAskedAtTheStart) {
  EXPECT_EQ(said_of(Kind::host_state, {{Condition::speed_profile}}),
            "deployment.xml:1: actor 'test/entry' does not support hosts that fail (host_state of 'host-1', "
            "p.xml:5); valid: a platform without it");
}

/// What is said of a run under that transport with an actor "test/worker" that supports this.
std::string said_under(const std::string& transport, const Described& worker) {
  SimulationPlan plan;
  plan.run = Parameters(run_parameters(), {{"transport", transport}});
  const ActorDescriptor own = worker;
  plan.deployment.actors = {{"*", &own, Parameters(own.parameters, {}), {}, "mine.xml:7"}};
  return thrown<InputError>([&] { check_supports(plan); });
}

struct NoActor : Actor {
  explicit NoActor(ActorContext&) {}
  void run() override {}
};

// Any actor can refuse a transport, also one that is not where jobs enter.
TEST(Support, OfATransportIsAskedOfWhoeverNamesIt) {
  const auto worker = [] { return describe<NoActor>("test/worker", "", ""); };
  EXPECT_EQ(said_under("instant", worker()), "(nothing)");
  EXPECT_EQ(said_under("network", worker()), "(nothing)");
  EXPECT_EQ(said_under("network", worker().network_only()), "(nothing)");
  EXPECT_EQ(
      said_under("instant", worker().network_only()),
      "mine.xml:7: actor 'test/worker' does not support messages that take no time (transport=instant); "
      "valid: transport=network");
  EXPECT_EQ(said_under("instant", worker().instant_only()), "(nothing)");
  EXPECT_EQ(said_under("network", worker().instant_only()),
            "mine.xml:7: actor 'test/worker' does not support messages that take time (transport=network); "
            "valid: transport=instant");
}

// Where it depends on a setting, that setting is valid, and the other transport.
TEST(Support, OfATransportMayDependOnASetting) {
  const auto worker = [](const std::string& execution) {
    return describe<NoActor>("test/worker", "", "")
        .takes({choice("execution", "planned", {"planned", "exec"}, "")})
        .supports({{Condition::instant, {{"execution", execution}}}});
  };
  EXPECT_EQ(said_under("network", worker("exec")), "(nothing)");
  EXPECT_EQ(said_under("instant", worker("planned")), "(nothing)");
  EXPECT_EQ(
      said_under("instant", worker("exec")),
      "mine.xml:7: actor 'test/worker' does not support messages that take no time (transport=instant); "
      "valid: execution=exec, or transport=network");
}

TEST(Support, IsInVainWhereAnActorThatMustStayIsOnTheHost) {
  EXPECT_EQ(
      said_of(Kind::host_state, {{Condition::host_fails}}, "host-1"),
      "p.xml:5: host 'host-1' fails, and others cannot go on without actor 'test/other' on it; valid: a "
      "deployment that has it on another host, or a platform on which this host never fails");
}

// Each shipped deployment, and so each architecture: what it does not support is refused before anything
// runs, in one sentence that says where the actor is, what changes, where that is said, and what would be
// valid.
TEST(Support, OfEachArchitectureIsSaidInOneSentence) {
  const std::map<Kind, std::vector<Profile::Point>> profiles{{Kind::host_state, {{4, 0}, {8, 1}}},
                                                             {Kind::host_speed, {{4, 0.5}}},
                                                             {Kind::link_state, {{4, 0}}},
                                                             {Kind::link_bandwidth, {{4, 1e6}}}};
  const std::regex sentence(
      R"([^ ]*\.xml:\d+: actor '\w+/\w+' does not support [a-z ]+ \(\w+ of 'it', p\.xml:3\); )"
      R"(valid: [a-z][^ ]*( [^ ]+)*)");
  std::map<Kind, int> refused;
  for (const auto& file : std::filesystem::directory_iterator(MALHA_SOURCE_FOLDER "/deployments"))
    for (const auto& [kind, points] : profiles)
      for (const std::string transport : {"instant", "network"}) {
        SimulationPlan plan;
        plan.run = Parameters(run_parameters(), {{"transport", transport}});
        plan.deployment = read_deployment(file.path(), {}, shipped_catalog());
        plan.platform.profiles = {{kind, "it", points, never, "p.xml:3"}};
        for (const auto& [name, actor] : shipped_catalog().actors())
          if (!actor->runs.empty())
            plan.entry_actors.push_back(actor);
        const auto said = thrown<InputError>([&] { check_supports(plan); });
        EXPECT_TRUE(said == "(nothing)" || std::regex_match(said, sentence)) << said;
        refused[kind] += said != "(nothing)";
      }
  for (const auto& [kind, points] : profiles)
    EXPECT_EQ(refused[kind] > 0, kind != Kind::link_bandwidth) << name_of(kind); // all support that one
}

// w1 is off from 4 to 8, and w2 from 6 on; w3 in the first second of each three.
TEST(Profiles, SayHowManyHostsAreOffAtOnce) {
  std::vector<Profile> profiles{{Kind::host_state, "w1", {{4, 0}, {8, 1}}},
                                {Kind::host_state, "w2", {{6, 0}}},
                                {Kind::host_state, "w3", {{0, 0}, {1, 1}}, 3},
                                {Kind::host_speed, "w4", {{0, 0.5}}}};
  EXPECT_EQ(most_off_at_once(profiles, {"w1", "w2"}), 2);             // from 6 to 8
  EXPECT_EQ(most_off_at_once(profiles, {"w1", "w2", "w3", "w4"}), 3); // from 6 to 7
  EXPECT_EQ(most_off_at_once(profiles, {"w4"}), 0);
  profiles[1].points = {{8, 0}}; // when w1 is on again
  EXPECT_EQ(most_off_at_once(profiles, {"w1", "w2"}), 1);
}

} // namespace bearing_test
} // namespace malha::testing
