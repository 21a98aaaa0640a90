// SPDX-License-Identifier: MIT
#include "actors/environment/outage_plan.hpp"
#include "tests/actors/support/switched_hosts.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

#include <tuple>

namespace malha::testing {
namespace outages_test {

using environment::PlannedOutage;
using Switches = std::vector<std::tuple<Seconds, std::string, bool>>;
using Plain = std::vector<std::tuple<std::size_t, Seconds, Seconds>>;

Plain joined(std::vector<PlannedOutage> outages) {
  Plain all;
  for (const auto& [host, start, end] : environment::joined_outages(std::move(outages)))
    all.emplace_back(host, start, end.value_or(never));
  return all;
}

TEST(OutagePlan, JoinsWhatOverlapsOrTouches) {
  EXPECT_EQ(joined({{1, 5, 8}, {0, 3, 4}, {1, 1, 2}, {1, 2, 3}, {1, 7, 7.5}}),
            (Plain{{0, 3, 4}, {1, 1, 3}, {1, 5, 8}}));
  EXPECT_EQ(joined({{0, 5, std::nullopt}, {0, 7, 9}}), (Plain{{0, 5, never}}));
  EXPECT_EQ(joined({{0, 5, 8}, {0, 7, std::nullopt}}), (Plain{{0, 5, never}}));
}

// At 4 s host 0 comes back before host 1 goes down.
TEST(OutagePlan, SwitchesInTheOrderOfDates) {
  const auto all = environment::switches_of({{0, 3, 4}, {1, 4, 6}, {2, 1, std::nullopt}});
  Switches found;
  for (const auto& one : all)
    found.emplace_back(one.date, std::to_string(one.host) + (one.is_last ? " for good" : ""), one.is_on);
  EXPECT_EQ(
      found,
      (Switches{{1, "2 for good", false}, {3, "0", false}, {4, "0", true}, {4, "1", false}, {6, "1", true}}));
}

/// A run of 10 s whose hosts host-1 to host-7 go down and come back as a file says.
class OutagesOfARun {
public:
  explicit OutagesOfARun(const std::string& rows, const std::string& columns = "resource,start,end") {
    write_text(folder_ / "outages.csv", columns + "\n" + rows);
    run_.scripted().file("outages.csv", folder_ / "outages.csv");
  }

  Outcome run(const std::vector<Support>& supports = {{Condition::host_fails}, {Condition::host_recovers}}) {
    return run_.run(supports, "host-0");
  }
  /// What is said against the rows, from the name of the file on.
  std::string refusal() {
    const auto said = thrown<InputError>([&] { run(); });
    const auto begin = said.find("outages.csv:");
    return begin == std::string::npos ? said : said.substr(begin);
  }

  Switches seen;

private:
  TemporaryFolder folder_;
  SwitchedHosts run_{
      "environment/outages", {{"file", "outages.csv"}}, [this](const simgrid::s4u::Host& host) {
        seen.emplace_back(now(), host.get_name(), host.is_on());
      }};
};

TEST(Outages, SwitchHostsAtTheirDates) {
  OutagesOfARun run("3,0,1.5\n1,2,3\n7,4,\n1,3,5\n3,6,7\n");
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.seen, (Switches{{0, "host-3", false},
                                {1.5, "host-3", true},
                                {2, "host-1", false},
                                {4, "host-7", false},
                                {5, "host-1", true},
                                {6, "host-3", false},
                                {7, "host-3", true}}));
}

TEST(Outages, MayBeNone) {
  OutagesOfARun run("");
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_TRUE(run.seen.empty());
}

TEST(Outages, AreRefusedOfHostsThatAreNotThere) {
  EXPECT_EQ(OutagesOfARun("8,0,1\n").refusal(),
            "outages.csv:2: resource 8 is none of the 8 hosts of outages.hosts; valid: from 0 to 7");
}

TEST(Outages, AreRefusedOfAMaster) {
  EXPECT_EQ(OutagesOfARun("1,0,1\n0,2,3\n").refusal(),
            "outages.csv:3: resource 0 is host 'host-0' of @role=master, which never fails; valid: other "
            "resources, or outages.hosts without it");
}

TEST(Outages, AreRefusedBeforeTheRun) {
  EXPECT_EQ(OutagesOfARun("1,-1,1\n").refusal(),
            "outages.csv:2: '-1' in column 'start'; valid: from 0 to below 1e12 s");
}

TEST(Outages, AreRefusedWithoutALength) {
  EXPECT_EQ(
      OutagesOfARun("1,1,2\n2,4,4\n").refusal(),
      "outages.csv:3: '4' in column 'end'; valid: later than the start and below 1e12 s, or nothing, if the "
      "host does not come back");
}

TEST(Outages, AreRefusedWhereARowIsTooShort) {
  EXPECT_EQ(OutagesOfARun("1,1,2\n2,4\n").refusal(), "outages.csv:3: has 2 fields where the header has 3");
}

TEST(Outages, AreRefusedWithAColumnThatWouldBeIgnored) {
  EXPECT_EQ(OutagesOfARun("1,1,2,0\n", "resource,start,end,reason").refusal(),
            "outages.csv:1: has columns 'resource,start,end,reason'; valid: resource, start and end");
}

TEST(Outages, AreRefusedWithoutAColumn) {
  EXPECT_EQ(OutagesOfARun("", "resource,start").refusal(),
            "outages.csv:1: has columns 'resource,start'; valid: resource, start and end");
}

// 2 to 4 s and 3 to 6 s of host-1 are one outage, wherever the rows stand.
TEST(Outages, MayOverlapAndStandInAnyOrder) {
  OutagesOfARun run("1,3,6\n2,1,2\n1,2,4\n");
  const auto outcome = run.run();
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.seen,
            (Switches{{1, "host-2", false}, {2, "host-2", true}, {2, "host-1", false}, {6, "host-1", true}}));
}

TEST(Outages, AreRefusedWhereTheEntryDoesNotBearThem) {
  OutagesOfARun run("1,1,2\n");
  EXPECT_EQ(thrown<InputError>([&] { run.run({{Condition::host_fails}}); }),
            "deployment.xml:1: actor 'test/entry' does not support hosts that recover (environment/outages); "
            "valid: a run without it");
}

} // namespace outages_test
} // namespace malha::testing
