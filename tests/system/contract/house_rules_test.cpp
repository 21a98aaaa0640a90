// SPDX-License-Identifier: MIT
#include "actors/runtime/plan/deployment.hpp"
#include "files.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace house_rules_test {

using malha::testing::text_of;

/// All C++ sources below the folders of the project.
std::vector<fs::path> sources_in(const std::vector<std::string>& folders) {
  std::vector<fs::path> sources;
  for (const auto& folder : folders) {
    const auto files = files_below(source_folder / folder, {".cpp", ".hpp"});
    EXPECT_FALSE(files.empty()) << folder;
    sources.insert(sources.end(), files.begin(), files.end());
  }
  return sources;
}

std::string without_comments(const std::string& source) {
  std::string code;
  for (std::size_t at = 0; at < source.size();) {
    const auto two = source.substr(at, 2);
    if (two == "//")
      at = std::min(source.find('\n', at), source.size());
    else if (two == "/*")
      at = std::min(source.find("*/", at + 2), source.size() - 2) + 2;
    else
      code += source[at++];
  }
  return code;
}

/// Calls of what ignores its host in SimGrid 3.32: execute, exec_init and exec_async of a host. Those of
/// this_actor are about the caller's host, and right.
std::vector<std::string> calls_on_hosts(const std::string& source) {
  static const std::regex call(R"((?:->|\.|Host\s*::)\s*(execute|exec_init|exec_async)\b)");
  return matches(without_comments(source), call);
}

using Names = std::vector<std::string>;

TEST(HouseRules, PoliciesIncludeNothingOfSimGridNorOfTheProjectBeyondPolicies) {
  for (const auto& file : sources_in({"policies"}))
    for (const auto& include : includes_of(text_of(file))) {
      EXPECT_FALSE(is_of_simgrid(include)) << file << " includes " << include;
      for (const auto& from : {file.parent_path(), source_folder}) {
        const auto included = (from / include).lexically_normal();
        if (fs::exists(included)) {
          EXPECT_EQ(fs::relative(included, source_folder).begin()->string(), "policies")
              << file << " includes " << include;
        }
      }
    }
}

/// The rooms of the house, from the ground up. A source includes its own room and those before it; `*` is an
/// architecture, which includes no other one but that on which it stands. Those above a cluster see its
/// queue.
const std::vector<std::string> rooms{"policies/sdk",
                                     "policies/cluster",
                                     "policies/workflow",
                                     "policies/*",
                                     "platforms/plans",
                                     "platforms/generators",
                                     "scenarios/workload/files",
                                     "scenarios/workload",
                                     "results/statistics",
                                     "results/files",
                                     "results/measures",
                                     "results/metrics",
                                     "results/validate",
                                     "results/compare",
                                     "results/explain",
                                     "results/export",
                                     "results/report/data",
                                     "results/report/script",
                                     "results/report/figures",
                                     "results/report/page",
                                     "actors/model",
                                     "actors/runtime",
                                     "actors/environment",
                                     "actors/workload",
                                     "actors/*/model",
                                     "actors/*",
                                     "scenarios/runner/processes",
                                     "scenarios/runner/runs",
                                     "scenarios/runner/language",
                                     "scenarios/runner/verdicts",
                                     "scenarios/runner/campaign",
                                     "scenarios/runner/commands",
                                     "scenarios/runner/chaos",
                                     "scenarios/runner/conformance",
                                     "scenarios/runner/tools"};

/// Architectures that stand on another one: the gateways of a meta-scheduler read the books of its clusters.
const std::map<std::string, std::string> stands_on{{"multicluster", "cluster"}};

/// Models know no clock, no host and no message: they see nothing of these.
const Names not_for_models{"actors/runtime", "actors/environment", "actors/workload"};

/// The room of a file of the project, and its place in the house; nothing where it is in none.
std::optional<std::pair<std::string, std::size_t>> room_of(const fs::path& file) {
  const auto path = file.generic_string();
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    const std::regex pattern("(" + std::regex_replace(rooms[i], std::regex("\\*"), "[^/]+") + ")/.*");
    std::smatch match;
    if (!std::regex_match(path, match, pattern))
      continue;
    if (rooms[i].find('*') == std::string::npos ||
        std::find(rooms.begin(), rooms.end(), match.str(1)) == rooms.end())
      return std::pair(match.str(1), i);
  }
  return std::nullopt;
}

/// The architecture of a room: "cluster" for actors/cluster and actors/cluster/model; "" for rooms that
/// several share.
std::string architecture_of(const std::string& room) {
  static const std::regex pattern("actors/([a-z_]+)(/model)?");
  std::smatch match;
  return std::regex_match(room, match, pattern) && std::find(rooms.begin(), rooms.end(), room) == rooms.end()
             ? match.str(1)
             : "";
}

/// "" where the file may include the other.
std::string arrow_up(const fs::path& file, const fs::path& other) {
  const auto from = room_of(file), to = room_of(other);
  if (!from || !to)
    return file.string() + " or " + other.string() + " is in no room";
  const auto architecture = architecture_of(from->first), other_one = architecture_of(to->first);
  const auto below = stands_on.find(architecture);
  const bool stands_on_it = below != stands_on.end() && below->second == other_one;
  const bool is_other_one = !architecture.empty() && !other_one.empty() && other_one != architecture;
  const bool is_model = fs::path(from->first).filename() == "model";
  const bool is_for_it =
      !is_model || std::find(not_for_models.begin(), not_for_models.end(), to->first) == not_for_models.end();
  if (is_for_it && (from->first == to->first || (stands_on_it && to->second <= from->second) ||
                    (!is_other_one && to->second < from->second)))
    return "";
  return file.string() + " (" + from->first + ") includes " + other.string() + " (" + to->first + ")";
}

TEST(HouseRules, RoomsIncludeOnlyRoomsBelow) {
  for (const auto& file : sources_in({"actors", "platforms", "policies", "results", "scenarios"}))
    for (const auto& include : includes_of(text_of(file)))
      for (const auto& from : {file.parent_path(), source_folder}) {
        const auto included = (from / include).lexically_normal();
        if (fs::exists(included) && fs::is_regular_file(included)) {
          EXPECT_EQ(arrow_up(fs::relative(file, source_folder), fs::relative(included, source_folder)), "");
        }
      }
}

/// The room of everything that is SimGrid's.
const fs::path room_of_simgrid = source_folder / "actors/runtime/simgrid";

// Architectures see S4U through the headers of that room.
TEST(HouseRules, OneRoomIncludesSimGrid) {
  for (const auto& file : sources_in({"actors", "platforms", "results", "scenarios"}))
    if (file.parent_path() != room_of_simgrid) {
      for (const auto& include : includes_of(text_of(file)))
        EXPECT_NE(include.rfind("simgrid/", 0), 0U) << file << " includes " << include;
    }
}

TEST(HouseRules, OneFileIncludesThePrivatePartsOfSimGrid) {
  for (const auto& file : sources_in({"actors", "platforms", "results", "scenarios"}))
    if (file != room_of_simgrid / "kernel.cpp")
      for (const auto& include : includes_of(text_of(file))) {
        EXPECT_NE(include.rfind("simgrid/kernel/", 0), 0U) << file << " includes " << include;
        EXPECT_NE(include, "simgrid/simix.hpp") << file;
        EXPECT_NE(include, "simgrid/simcall.hpp") << file;
      }
}

/// Calls that another version of SimGrid names or does otherwise.
std::vector<std::string> calls_that_differ(const std::string& source) {
  static const std::regex call(
      R"((Actor::create\(|on_state_change_cb|on_onoff_cb|wait_any\w*|create_(?:star|full)_zone|add_netzone_\w+|(?:->|\.)create_(?:link|host|router)\(|network/latency-factor"))");
  return matches(without_comments(source), call);
}

const fs::path file_of_versions = room_of_simgrid / "versions.cpp";

TEST(HouseRules, OneFileNamesWhatDiffersBetweenVersionsOfSimGrid) {
  for (const auto& file : sources_in({"actors", "platforms", "results", "scenarios"}))
    if (file != file_of_versions) {
      EXPECT_EQ(calls_that_differ(text_of(file)), Names{}) << file;
    }
  const auto calls = calls_that_differ(text_of(file_of_versions));
  for (const auto* call : {"Actor::create(", "on_state_change_cb", "on_onoff_cb", "wait_any", "wait_any_for",
                           "create_star_zone", "add_netzone_star", "network/latency-factor\""})
    EXPECT_NE(std::find(calls.begin(), calls.end(), call), calls.end()) << call;
}

TEST(HouseRules, TwoFilesAskForTheVersionOfSimGrid) {
  std::set<fs::path> asking;
  for (const auto& file : sources_in({"actors", "platforms", "policies", "results", "scenarios", "tests"}))
    if (file.filename() != "house_rules_test.cpp" &&
        without_comments(text_of(file)).find("SIMGRID_VERSION") != std::string::npos)
      asking.insert(fs::relative(file, room_of_simgrid));
  EXPECT_EQ(asking, (std::set<fs::path>{"kernel.cpp", "versions.cpp"}));
}

TEST(HouseRules, RemarksOnAVersionOfSimGridAreInItsRoom) {
  for (const auto& file : sources_in({"actors", "platforms", "policies", "results", "scenarios/runner"}))
    if (file.parent_path() != room_of_simgrid) {
      EXPECT_EQ(text_of(file).find("SimGrid 3."), std::string::npos) << file;
    }
}

// They are plugins: whoever included one would have to be edited for the next one.
TEST(HouseRules, NothingIncludesAWorkloadOrAPlatform) {
  for (const auto* folder : {"scenarios/workload", "platforms/generators"})
    for (const auto& entry : fs::directory_iterator(source_folder / folder))
      EXPECT_NE(entry.path().extension(), ".hpp") << entry;
}

TEST(HouseRules, AnArrowUpIsSeen) {
  EXPECT_EQ(arrow_up("results/files/a.cpp", "policies/sdk/b.hpp"), "");
  EXPECT_EQ(arrow_up("results/validate/rules/a.cpp", "results/validate/b.hpp"), "");
  EXPECT_EQ(arrow_up("results/files/a.cpp", "results/validate/b.hpp"),
            "results/files/a.cpp (results/files) includes results/validate/b.hpp (results/validate)");
  EXPECT_EQ(arrow_up("actors/cluster/a.cpp", "actors/runtime/b.hpp"), "");
  EXPECT_EQ(arrow_up("policies/cluster/queue/oscarpbs/a.hpp", "policies/cluster/b.hpp"), "");
  EXPECT_EQ(arrow_up("scenarios/workload/a.cpp", "scenarios/workload/files/b.hpp"), "");
  EXPECT_EQ(arrow_up("scenarios/workload/files/a.cpp", "scenarios/workload/b.hpp"),
            "scenarios/workload/files/a.cpp (scenarios/workload/files) includes scenarios/workload/b.hpp "
            "(scenarios/workload)");
  EXPECT_EQ(arrow_up("actors/runtime/a.cpp", "actors/cluster/b.hpp"),
            "actors/runtime/a.cpp (actors/runtime) includes actors/cluster/b.hpp (actors/cluster)");
  EXPECT_EQ(arrow_up("actors/multicluster/a.cpp", "actors/cluster/b.hpp"), "");
  EXPECT_EQ(arrow_up("actors/cluster/a.cpp", "actors/multicluster/b.hpp"),
            "actors/cluster/a.cpp (actors/cluster) includes actors/multicluster/b.hpp (actors/multicluster)");
  EXPECT_EQ(arrow_up("actors/cluster/a.cpp", "actors/cluster/model/b.hpp"), "");
  EXPECT_EQ(arrow_up("actors/multicluster/model/a.cpp", "actors/cluster/model/b.hpp"), "");
  EXPECT_EQ(
      arrow_up("actors/cluster/model/a.cpp", "actors/cluster/b.hpp"),
      "actors/cluster/model/a.cpp (actors/cluster/model) includes actors/cluster/b.hpp (actors/cluster)");
  EXPECT_EQ(arrow_up("actors/cluster/model/a.cpp", "actors/runtime/simgrid/b.hpp"),
            "actors/cluster/model/a.cpp (actors/cluster/model) includes actors/runtime/simgrid/b.hpp "
            "(actors/runtime)");
  EXPECT_EQ(arrow_up("actors/broker/a.cpp", "actors/cluster/model/b.hpp"),
            "actors/broker/a.cpp (actors/broker) includes actors/cluster/model/b.hpp (actors/cluster/model)");
  EXPECT_EQ(arrow_up("actors/broker/a.cpp", "actors/cluster/b.hpp"),
            "actors/broker/a.cpp (actors/broker) includes actors/cluster/b.hpp (actors/cluster)");
  EXPECT_EQ(arrow_up("scenarios/runner/runs/a.cpp", "scenarios/runner/campaign/b.hpp"),
            "scenarios/runner/runs/a.cpp (scenarios/runner/runs) includes scenarios/runner/campaign/b.hpp "
            "(scenarios/runner/campaign)");
}

TEST(HouseRules, AnIncludeIsSeenHoweverItIsWritten) {
  const auto includes = includes_of("#include <simgrid/s4u.hpp>\n"
                                    "  # include \"simgrid/host.h\"\n"
                                    "#include<xbt/log.h>\n"
                                    "#include <vector>\n"
                                    "// #include <simgrid/plugins/energy.h>\n");
  EXPECT_EQ(includes, (Names{"simgrid/s4u.hpp", "simgrid/host.h", "xbt/log.h", "vector"}));
  EXPECT_EQ(std::count_if(includes.begin(), includes.end(), is_of_simgrid), 3);
}

TEST(HouseRules, EverySourceStartsWithItsLicense) {
  for (const auto& file : sources_in({"actors", "platforms", "policies", "results", "scenarios", "tests"})) {
    const auto lines = lines_of(text_of(file));
    EXPECT_EQ(lines.empty() ? "" : lines.front(), "// SPDX-License-Identifier: MIT") << file;
  }
}

TEST(HouseRules, ActorsStartNoExecutionThroughAHost) {
  for (const auto& file : sources_in({"actors"}))
    EXPECT_EQ(calls_on_hosts(text_of(file)), Names{}) << file;
}

TEST(HouseRules, AnExecutionThroughAHostIsSeenHoweverItIsWritten) {
  EXPECT_EQ(calls_on_hosts("host->execute(1); context.host()->exec_init(1); host.exec_async(1);\n"
                           "host ->\n  execute(2); (host->*(&Host::execute))(3);\n"),
            (Names{"execute", "exec_init", "exec_async", "execute", "execute"}));
  EXPECT_EQ(calls_on_hosts("this_actor::execute(1); // host->execute(1) /*\n"
                           "/* host->exec_init(1) */ executions().start(host, 1); host->executed();\n"),
            Names{});
}

// CONTRIBUTING.md, "Add a policy", step 3.
TEST(HouseRules, EveryPolicyHasTestsOfItsOwn) {
  ASSERT_FALSE(shipped_catalog().policies().empty());
  for (const auto& [name, policy] : shipped_catalog().policies()) {
    const auto file = fs::path(name).filename().string() + "_test.cpp";
    const auto folder = source_folder / "tests" / "policies" / fs::path(name).parent_path();
    EXPECT_TRUE(fs::is_regular_file(folder / file)) << folder / file;
  }
}

TEST(HouseRules, EveryDeploymentIsNamedAfterItsArchitectureAndReads) {
  static const std::regex pattern(R"(([a-z_]+)\.[a-z0-9_]+\.xml)");
  int number = 0;
  for (const auto& entry : fs::directory_iterator(source_folder / "deployments")) {
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    ++number;
    std::smatch match;
    if (!std::regex_match(name, match, pattern)) {
      ADD_FAILURE() << "is not <architecture>.<policy or layout>.xml";
      continue;
    }
    const auto architecture = match.str(1);
    Deployment deployment;
    ASSERT_NO_THROW(deployment = read_deployment(entry.path(), {}, shipped_catalog()));
    EXPECT_EQ(deployment.name, entry.path().stem().string());
    EXPECT_TRUE(std::any_of(
        deployment.actors.begin(), deployment.actors.end(),
        [&](const auto& actor) { return fs::path(actor.descriptor->name).parent_path() == architecture; }))
        << "deploys no actor of " << architecture;
  }
  EXPECT_GT(number, 0);
}

} // namespace house_rules_test
} // namespace malha::test
