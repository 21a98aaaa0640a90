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
                                     "policies/*",
                                     "platforms/plans",
                                     "platforms/generators",
                                     "scenarios/workload/files",
                                     "scenarios/workload",
                                     "results",
                                     "actors/model",
                                     "actors/runtime",
                                     "actors/workload",
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
const std::map<std::string, std::string> stands_on{{"actors/multicluster", "actors/cluster"}};

/// The room of a file of the project, and its place in the house; nothing where it is in none.
std::optional<std::pair<std::string, std::size_t>> room_of(const fs::path& file) {
  const auto folder = file.parent_path().generic_string() + "/";
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    const auto& room = rooms[i];
    const bool is_any = room.back() == '*';
    const auto prefix = is_any ? room.substr(0, room.size() - 1) : room + "/";
    if (folder.compare(0, prefix.size(), prefix) != 0)
      continue;
    if (!is_any)
      return std::pair(room, i);
    const auto own = folder.substr(0, folder.find('/', prefix.size()));
    if (std::find(rooms.begin(), rooms.end(), own) == rooms.end())
      return std::pair(own, i);
  }
  return std::nullopt;
}

/// "" where the file may include the other.
std::string arrow_up(const fs::path& file, const fs::path& other) {
  const auto from = room_of(file), to = room_of(other);
  if (!from || !to)
    return file.string() + " or " + other.string() + " is in no room";
  const auto below = stands_on.find(from->first);
  if (from->first == to->first || to->second < from->second ||
      (below != stands_on.end() && below->second == to->first))
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

// They are plugins: whoever included one would have to be edited for the next one.
TEST(HouseRules, NothingIncludesAWorkloadOrAPlatform) {
  for (const auto* folder : {"scenarios/workload", "platforms/generators"})
    for (const auto& entry : fs::directory_iterator(source_folder / folder))
      EXPECT_NE(entry.path().extension(), ".hpp") << entry;
}

TEST(HouseRules, AnArrowUpIsSeen) {
  EXPECT_EQ(arrow_up("results/a.cpp", "policies/sdk/b.hpp"), "");
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
    EXPECT_TRUE(fs::is_regular_file(source_folder / "tests" / "policies" / file)) << file;
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
