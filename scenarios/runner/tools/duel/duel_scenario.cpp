// SPDX-License-Identifier: MIT
#include "duel_scenario.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/runs/run_request.hpp"

#include <pugixml.hpp>

#include <sstream>

namespace malha::duel {
namespace {

namespace fs = std::filesystem;

void add_setting(pugi::xml_node& parent, const std::string& key, const std::string& value) {
  auto node = parent.append_child("set");
  node.append_attribute("key") = key.c_str();
  node.append_attribute("value") = value.c_str();
}

void add_run(pugi::xml_node& root, const Side& side, const Settings& of_all) {
  auto run = root.append_child("run");
  run.append_attribute("name") = side.name.c_str();
  run.append_attribute("deployment") = placed(side.deployment).c_str();
  for (const auto& [key, value] : side.settings)
    if (of_all.count(key) == 0)
      add_setting(run, key, value);
}

/// The claim that the ratio is what it was found to be, but for the last digits.
void add_claim(pugi::xml_node& root, const Bout& bout, double ratio) {
  constexpr double last_digits = 1e-9;
  const auto& worse = bout.sides[bout.more_is_better ? 1 : 0].name;
  const auto& better = bout.sides[bout.more_is_better ? 0 : 1].name;
  auto claim = root.append_child("claim");
  claim.append_attribute("text") =
      (bout.metric + " of " + worse + " is " + shown(ratio, 4) + " times that of " + better).c_str();
  claim.append_attribute("metric") = bout.metric.c_str();
  claim.append_attribute("ratio") = ("run=" + worse).c_str();
  claim.append_attribute("to") = ("run=" + better).c_str();
  claim.append_attribute("at_least") = shortest(ratio * (1 - last_digits)).c_str();
  claim.append_attribute("at_most") = shortest(ratio * (1 + last_digits)).c_str();
  claim.append_attribute("source") = "malha";
  claim.append_attribute("where") = "found by malha duel";
}

std::string text_of(const Bout& bout, const Arena& arena, const Result& result, const std::string& workload) {
  pugi::xml_document document;
  auto root = document.append_child("scenario");
  root.append_child("question").text() = ("On which small workload is " + bout.sides[0].name +
                                          " worst against " + bout.sides[1].name + " by " + bout.metric + "?")
                                             .c_str();
  root.append_child("platform").append_attribute("name") = arena.platform().c_str();
  root.append_child("workload").append_attribute("name") = workload.c_str();
  root.append_child("seeds").append_attribute("vary") = "nothing";
  const auto& one = bout.sides[0].settings;
  auto of_all = arena.settings(result.worst.instance);
  for (const auto& [key, value] : one)
    if (const auto other = bout.sides[1].settings.find(key);
        other != bout.sides[1].settings.end() && other->second == value)
      of_all.emplace(key, value);
  for (const auto& [key, value] : of_all)
    add_setting(root, key, value);
  for (const auto& side : bout.sides)
    add_run(root, side, of_all);
  root.append_child("measure").append_attribute("metric") = bout.metric.c_str();
  add_claim(root, bout, result.worst.ratio);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

} // namespace

fs::path write_scenario(const fs::path& folder, const Bout& bout, const Arena& arena, const Result& result) {
  const auto workload = arena.workload_file();
  const auto text = text_of(bout, arena, result, "./" + workload);
  make_folder(folder);
  write_file(folder / workload,
             [&](std::ostream& out) { out << arena.workload_text(result.worst.instance); });
  const auto file = folder / "worst.xml";
  write_file(file, [&](std::ostream& out) { out << text; });
  return file;
}

} // namespace malha::duel
