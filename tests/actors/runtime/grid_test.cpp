// SPDX-License-Identifier: MIT
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/thrown.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace grid_test {

namespace s4u = simgrid::s4u;

/// SimGrid platform XML of one Full zone.
std::string platform_of(const std::string& contents) {
  return "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
         "<platform version=\"4.1\">\n<zone id=\"zone\" routing=\"Full\">\n" +
         contents + "</zone>\n</platform>\n";
}

std::string host(const std::string& name, const std::string& property = "", const std::string& value = "") {
  return "<host id=\"" + name + "\" speed=\"1Gf\">" +
         (property.empty() ? "" : "<prop id=\"" + property + "\" value=\"" + value + "\"/>") + "</host>\n";
}

class Select : public ::testing::Test {
protected:
  void load(const std::string& hosts) {
    write_text(folder_ / "grid.xml", platform_of(hosts));
    static char program[] = "test";
    static char* arguments[] = {program, nullptr};
    int count = 1;
    // Never destroyed, as in the program.
    static s4u::Engine* engine = nullptr;
    engine = new s4u::Engine(&count, arguments);
    RandomStreams random(0);
    grid_ = std::make_unique<Grid>(PlatformSource{"grid", folder_ / "grid.xml"}, random, *engine);
  }

  /// The names of the selected hosts, or what is wrong with the selector.
  std::string selected(const std::string& selector) const {
    std::vector<std::string> names;
    const std::string error = thrown<std::invalid_argument>([&] {
      for (const auto* one : grid_->select(selector))
        names.push_back(one->get_name());
    });
    return names.empty() ? error : listed(names);
  }

  TemporaryFolder folder_;
  std::unique_ptr<Grid> grid_;
};

TEST_F(Select, MakesTheFirstHostMasterAndWorkerWhereNoRoleIsMarked) {
  load(host("c") + host("a") + host("b"));
  EXPECT_EQ(selected("@role=master"), "c");
  EXPECT_EQ(selected("@role=worker"), "c, a, b");
}

TEST_F(Select, MakesAllOthersWorkersWhereOnlyTheMasterIsMarked) {
  load(host("a") + host("b", "role", "master") + host("c"));
  EXPECT_EQ(selected("@role=master"), "b");
  EXPECT_EQ(selected("@role=worker"), "a, c");
}

TEST_F(Select, TakesWorkersAndComputeNodesThatAreMarked) {
  load(host("a", "role", "master") + host("b", "role", "worker") + host("c") +
       host("d", "role", "compute_node"));
  EXPECT_EQ(selected("@role=master"), "a");
  EXPECT_EQ(selected("@role=worker"), "b, d");
}

TEST_F(Select, FindsNoMasterWhereOnlyWorkersAreMarked) {
  load(host("a") + host("b", "role", "worker"));
  EXPECT_EQ(selected("@role=master"), "no host for '@role=master'; platform 'grid' has a, b");
}

TEST_F(Select, TakesAHostByNameGlobOrProperty) {
  load(host("node-1", "site", "rio") + host("node-2", "site", "niteroi") + host("front", "site", "rio"));
  EXPECT_EQ(selected("front"), "front");
  EXPECT_EQ(selected("node-*"), "node-1, node-2");
  EXPECT_EQ(selected("node-[!1]"), "node-2");
  EXPECT_EQ(selected("*"), "node-1, node-2, front");
  EXPECT_EQ(selected("@site=rio"), "node-1, front");
}

TEST_F(Select, SaysWhatIsThereWhenNothingIsFound) {
  load(host("a") + host("b"));
  EXPECT_EQ(selected("z"), "unknown host 'z'; platform 'grid' has a, b");
  EXPECT_EQ(selected("z*"), "no host for 'z*'; platform 'grid' has a, b");
  EXPECT_EQ(selected("@site=rio"), "no host for '@site=rio'; platform 'grid' has a, b");
  for (const auto* selector : {"@role=boss", "@role", "@=a", "@"})
    EXPECT_EQ(selected(selector),
              "'" + std::string(selector) +
                  "' is not a selector; valid: @role=master, @role=front, @role=worker, @property=value");
}

TEST_F(Select, GoesByCreationNotByName) {
  std::string hosts;
  for (int i = 0; i < 12; ++i)
    hosts += host("host-" + std::to_string(i));
  load(hosts);
  EXPECT_EQ(selected("host-?*"),
            "host-0, host-1, host-2, host-3, host-4, host-5, host-6, host-7, host-8, host-9, "
            "host-10, host-11");
}

struct Note {
  static constexpr const char* kind = "note";
  Bytes size() const { return 1; }
};

class Route : public ::testing::Test {
protected:
  /// What comes of an actor on host "a" that opens an address on host "b".
  Outcome address(const std::string& hosts_and_links, bool instant = false) {
    write_text(folder_ / "grid.xml", platform_of(hosts_and_links));
    ScriptedRun run(folder_ / "grid.xml");
    if (instant)
      run.instant();
    run.entry("test/actor", "a", [](ActorContext& context) {
      const Address<std::variant<Note>> to_other(context, context.simulation().peers("test/other").front());
      const Address<std::variant<Note>> to_self(context, context.self());
    });
    run.script("test/other", "b", [](ActorContext&) {});
    return run.run();
  }

  const std::string hosts_ = host("a") + host("b") + host("c");
  const std::string link_ = "<link id=\"l\" bandwidth=\"1MBps\" latency=\"1ms\"/>\n";
  TemporaryFolder folder_;
};

TEST_F(Route, IsEnoughInBothWays) {
  const auto outcome = address(hosts_ + link_ + R"(<route src="a" dst="b"><link_ctn id="l"/></route>)");
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
}

TEST_F(Route, IsMissingOnAPlatformWithoutLinks) {
  const auto outcome = address(hosts_);
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message,
            "platform 'grid' has no links, and transport=network needs them; valid: a platform "
            "with links, or --set transport=instant");
}

TEST_F(Route, IsMissingBetweenHostsThatNoLinkJoins) {
  const auto outcome = address(hosts_ + link_ + R"(<route src="a" dst="c"><link_ctn id="l"/></route>)");
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message, "platform 'grid' has no route from 'a' to 'b'");
}

TEST_F(Route, IsMissingWhenItGoesOneWayOnly) {
  const auto outcome =
      address(hosts_ + link_ + R"(<route src="a" dst="b" symmetrical="NO"><link_ctn id="l"/></route>)");
  EXPECT_EQ(outcome.status, Status::bad_input);
  EXPECT_EQ(outcome.message, "platform 'grid' has no route from 'b' to 'a'");
}

TEST_F(Route, IsNotNeededUnderInstantTransport) {
  const auto outcome = address(hosts_, true);
  EXPECT_EQ(outcome.status, Status::done) << outcome.message;
}

} // namespace grid_test
} // namespace malha::testing
