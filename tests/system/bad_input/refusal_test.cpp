// SPDX-License-Identifier: MIT
#include "refusal.hpp"

#include "scenarios/runner/runs/library.hpp"

namespace malha::testing {
namespace {

namespace fs = std::filesystem;

template <class Named>
std::vector<std::string> keys_of(const std::map<std::string, Named>& all) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : all)
    keys.push_back(key);
  return keys;
}

/// As a scenario may name them; USER stands for the name of a user.
std::vector<std::string> names_of_metrics(const Catalog& catalog) {
  std::vector<std::string> names;
  for (const auto& [name, metric] : catalog.metrics())
    names.push_back(name + (metric.is_by_user ? ".USER" : ""));
  return names;
}

std::map<std::string, std::string> lists_of_names() {
  const Library library({});
  const auto& catalog = library.catalog();
  std::map<std::string, std::vector<std::string>> answers;
  std::vector<std::string> entries;
  for (const auto& [name, policy] : catalog.policies())
    answers[policy->question].push_back(name);
  for (const auto& [name, actor] : catalog.actors())
    if (!actor->runs.empty())
      entries.push_back(name);
  std::map<std::string, std::string> lists{{"source", MALHA_SOURCE_FOLDER},
                                           {"plugins", MALHA_PLUGIN_FOLDER},
                                           {"actors", listed(keys_of(catalog.actors()))},
                                           {"entry actors", listed(entries)},
                                           {"metrics", listed(names_of_metrics(catalog))},
                                           {"questions", listed(keys_of(answers))},
                                           {"platforms", listed(library.platforms())},
                                           {"platform generators", listed(keys_of(catalog.platforms()))},
                                           {"deployments", listed(library.deployments())},
                                           {"scenarios", listed(library.scenarios())},
                                           {"studies", listed(library.studies())}};
  constexpr std::size_t most_listed = 8; // more are not listed where a command shows them
  const auto generators = catalog.workload_generators();
  lists["workloads"] =
      generators.size() > most_listed ? "a name that malha list workloads shows" : listed(generators);
  for (const auto& [question, names] : answers)
    lists["policies of " + question] =
        names.size() > most_listed ? "a name that malha describe " + question + " shows" : listed(names);
  return lists;
}

std::string filled(std::string text) {
  static const auto lists = lists_of_names();
  for (std::size_t open; (open = text.find('{')) != std::string::npos;) {
    const auto close = text.find('}', open);
    text.replace(open, close + 1 - open, lists.at(text.substr(open + 1, close - open - 1)));
  }
  return text;
}

} // namespace

InFreshFolder::InFreshFolder() {
  unsetenv("MALHA_PLUGIN_PATH");
  for (const auto& files : fs::directory_iterator(MALHA_SOURCE_FOLDER "/tests/system/bad_input/files"))
    fs::create_directory_symlink(files, folder_ / files.path().filename().string());
  fs::create_directory_symlink(MALHA_TEST_PLUGIN_FOLDER, folder_ / "plugins");
}

std::map<std::string, std::string> InFreshFolder::content() const {
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
    if (entry.path().extension() != ".sqlite") // a command that failed has tried, and may say so
      found[entry.path().string()] = entry.is_regular_file() ? text_of(entry) : "";
  return found;
}

void InFreshFolder::expect_refused(const Case& one) const {
  if (!one.before.empty()) {
    const auto prepared = run_shell(one.before, folder_.path());
    ASSERT_EQ(prepared.status, 0) << prepared.err;
  }
  const auto before = content();
  const auto said = malha(one.arguments);
  EXPECT_EQ(said.err, "malha: " + filled(one.message) + "\n");
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.status, one.status);
  EXPECT_EQ(content(), before);
}

TEST_P(Refusal, SaysOnceWhatIsWrongAndWritesNothing) { expect_refused(GetParam()); }

} // namespace malha::testing
