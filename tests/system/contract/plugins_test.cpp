// SPDX-License-Identifier: MIT
#include "files.hpp"
#include "scenarios/runner/conformance/descriptors.hpp"
#include "scenarios/runner/conformance/views.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace plugins_test {

const fs::path plugin_folder = MALHA_PLUGIN_FOLDER;

std::string output_of(const std::string& command, const fs::path& file) {
  const auto said = malha::testing::run_shell(command + " '" + file.string() + "'", "/");
  EXPECT_EQ(said.status, 0) << command << " " << file << ": " << said.err;
  return said.out;
}

/// What the linker binds to by name; copies of templates and inline functions of libraries are weak.
std::vector<std::string> symbols_of_ours(const std::string& nm) {
  static const std::regex line(R"((?:[0-9a-f]+ )?([A-Za-z]) (\S+))");
  static const std::regex in_our_namespace(R"(_ZT?[A-Z]?N[VKRO]*5malha.*)");
  std::vector<std::string> symbols;
  for (const auto& text : lines_of(nm)) {
    std::smatch match;
    if (!std::regex_match(text, match, line))
      ADD_FAILURE() << "nm says '" << text << "'";
    else if (std::string("WwVvu").find(match.str(1)) == std::string::npos ||
             std::regex_match(match.str(2), in_our_namespace))
      symbols.push_back(match.str(2));
  }
  return symbols;
}

std::vector<std::string> needed_libraries(const fs::path& file) {
  static const std::regex needed(R"(\(NEEDED\)[^\n]*\[([^\]\n]*)\])");
  return matches(output_of("readelf -d", file), needed);
}

std::size_t libraries_of_simgrid(const fs::path& file) {
  const auto libraries = needed_libraries(file);
  EXPECT_FALSE(libraries.empty()) << file;
  return static_cast<std::size_t>(
      std::count_if(libraries.begin(), libraries.end(), [](const std::string& library) {
        return library.find("simgrid") != std::string::npos || library.find("malha") != std::string::npos;
      }));
}

using conformance::flaws_of;
using conformance::is_one_line;
using Flaws = std::vector<std::string>;

TEST(Plugins, OfPoliciesHaveTheirPathAsName) {
  ASSERT_FALSE(shipped_catalog().policies().empty());
  for (const auto& [name, policy] : shipped_catalog().policies()) {
    EXPECT_EQ(policy->name, name);
    EXPECT_EQ(shipped_catalog().file_of(name), plugin_folder / "policies" / (name + ".so"));
    const auto file = fs::path(policy->question) / (fs::path(name).filename().string() + ".cpp");
    const auto whole_folder = fs::path(name + ".cpp"); // of a folder with one question
    EXPECT_TRUE(fs::is_regular_file(source_folder / "policies" / file) ||
                fs::is_regular_file(source_folder / "policies" / whole_folder))
        << name;
    EXPECT_TRUE(fs::is_regular_file(source_folder / "policies" / (policy->question + ".hpp"))) << name;
  }
}

TEST(Plugins, OfActorsHaveTheirPathAsName) {
  ASSERT_FALSE(shipped_catalog().actors().empty());
  for (const auto& [name, actor] : shipped_catalog().actors()) {
    EXPECT_EQ(actor->name, name);
    const auto architecture = fs::path(name).parent_path();
    EXPECT_EQ(shipped_catalog().file_of(name), plugin_folder / "actors" / (architecture.string() + ".so"));
    EXPECT_TRUE(fs::is_regular_file(source_folder / "actors" / (name + ".cpp"))) << name;
  }
}

TEST(Plugins, ComeFromEverySourceOfAPolicy) {
  std::set<std::string> names;
  for (const auto& file : files_below(source_folder / "policies", {".cpp"}))
    if (file.parent_path().filename() != "sdk") {
      const auto path = fs::relative(file, source_folder / "policies");
      names.insert((*path.begin() / path.stem()).generic_string());
    }
  std::set<std::string> found;
  for (const auto& [name, policy] : shipped_catalog().policies())
    found.insert(name);
  EXPECT_EQ(found, names);
}

/// Each part is a file of the folder of sources, and the plugin of that name.
template <class Parts>
void expect_one_file_each(const Parts& parts, const fs::path& sources, const fs::path& plugins) {
  std::set<std::string> names, found;
  for (const auto& entry : fs::directory_iterator(sources))
    if (entry.path().extension() == ".cpp")
      names.insert(entry.path().stem().string());
  for (const auto& [name, part] : parts) {
    EXPECT_EQ(part->name, name);
    EXPECT_EQ(shipped_catalog().file_of(name), plugins / (name + ".so"));
    found.insert(name);
  }
  EXPECT_FALSE(names.empty());
  EXPECT_EQ(found, names);
}

TEST(Plugins, OfWorkloadsAndPlatformsAreOneFileEach) {
  expect_one_file_each(shipped_catalog().workloads(), source_folder / "scenarios/workload",
                       plugin_folder / "workloads");
  expect_one_file_each(shipped_catalog().platforms(), source_folder / "platforms/generators",
                       plugin_folder / "platforms");
}

TEST(Plugins, OfWorkloadsAndPlatformsAreDescribedCompletely) {
  for (const auto& [name, workload] : shipped_catalog().workloads()) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(is_one_line(workload->source));
    EXPECT_EQ(flaws_of(*workload), Flaws());
  }
  for (const auto& [name, platform] : shipped_catalog().platforms()) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(is_one_line(platform->source));
    EXPECT_EQ(flaws_of(*platform), Flaws());
  }
}

TEST(Plugins, OfPlatformsPlanHostsWithTheirDefaults) {
  for (const auto& [name, platform] : shipped_catalog().platforms()) {
    RandomStreams random(0);
    EXPECT_FALSE(platform->plan(Parameters(platform->parameters, {}), random).hosts.empty()) << name;
  }
}

TEST(Plugins, OfPoliciesAreDescribedCompletely) {
  for (const auto& [name, policy] : shipped_catalog().policies()) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(is_one_line(policy->source));
    EXPECT_EQ(flaws_of(*policy), Flaws());
  }
}

TEST(Plugins, OfActorsAreDescribedCompletely) {
  for (const auto& [name, actor] : shipped_catalog().actors()) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(is_one_line(actor->source));
    EXPECT_EQ(flaws_of(*actor), Flaws());
  }
}

TEST(Plugins, OfActorsYieldToOthersWhereJobsEnter) {
  int yielding = 0;
  for (const auto& [name, actor] : shipped_catalog().actors())
    if (!actor->yields_to.empty()) {
      ++yielding;
      EXPECT_FALSE(actor->runs.empty()) << name;
      EXPECT_NE(actor->yields_to, name);
      EXPECT_FALSE(shipped_catalog().actor(actor->yields_to).runs.empty()) << name;
    }
  EXPECT_GT(yielding, 0);
}

TEST(Plugins, OfPoliciesWorkWithTheirDefaults) {
  for (const auto& [name, policy] : shipped_catalog().policies()) {
    SCOPED_TRACE(name);
    RandomStreams random(0);
    EXPECT_NE(policy->make(Parameters(policy->parameters, {}), random), nullptr);
  }
}

TEST(Plugins, AnswerQuestionsWhoseRulesAreChecked) {
  for (const auto& [name, policy] : shipped_catalog().policies())
    EXPECT_NE(conformance::views_of(policy->question), nullptr)
        << name << " answers " << policy->question
        << ": write its views into scenarios/runner/conformance/questions, and a test of its rules";
}

TEST(Plugins, ExportTheirEntryPointAlone) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer exports symbols of its own";
#endif
  const auto files = files_below(plugin_folder, {".so"});
  ASSERT_FALSE(files.empty());
  for (const auto& file : files)
    EXPECT_EQ(symbols_of_ours(output_of("nm -D --defined-only", file)),
              std::vector<std::string>{"malha_plugin"})
        << file;
}

TEST(Plugins, ExportNothingOfOursAlsoWhereItIsWeak) {
  EXPECT_EQ(
      symbols_of_ours("0000000000001270 T malha_plugin\n"
                      "0000000000001270 T helper\n"
                      "0000000000001280 B _ZN5boost5valueE\n"
                      "0000000000001290 W _ZN5malha8easygrid6LaunchD1Ev\n"
                      "00000000000012a0 W _ZNK5malha5Range8containsEd\n"
                      "00000000000012b0 V _ZTVN5malha6PolicyE\n"
                      "00000000000012c0 W _ZNSt6vectorIN5malha4TaskESaIS1_EED1Ev\n"
                      "00000000000012d0 u _ZGVNSt8__detail8__digitsE\n"),
      (std::vector<std::string>{"malha_plugin", "helper", "_ZN5boost5valueE", "_ZN5malha8easygrid6LaunchD1Ev",
                                "_ZNK5malha5Range8containsEd", "_ZTVN5malha6PolicyE"}));
}

// Modules of actors are linked with SimGrid and the runtime: they show that a link would be seen.
TEST(Plugins, OfActorsAloneAreLinkedWithSimGrid) {
  for (const auto& [name, policy] : shipped_catalog().policies())
    EXPECT_EQ(libraries_of_simgrid(shipped_catalog().file_of(name)), 0u) << name;
  for (const auto& [name, workload] : shipped_catalog().workloads())
    EXPECT_EQ(libraries_of_simgrid(shipped_catalog().file_of(name)), 0u) << name;
  for (const auto& [name, platform] : shipped_catalog().platforms())
    EXPECT_EQ(libraries_of_simgrid(shipped_catalog().file_of(name)), 0u) << name;
  for (const auto& [name, actor] : shipped_catalog().actors())
    EXPECT_GT(libraries_of_simgrid(shipped_catalog().file_of(name)), 0u) << name;
}

} // namespace plugins_test
} // namespace malha::test
