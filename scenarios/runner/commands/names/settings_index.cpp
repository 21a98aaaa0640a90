// SPDX-License-Identifier: MIT
#include "settings_index.hpp"

#include "actors/runtime/plan/environment.hpp"
#include "descriptions.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <iostream>
#include <tuple>

namespace malha {
namespace {

using Declared = std::vector<DeclaredSetting>;

void add_all(Declared& all, const std::string& prefix, const std::string& who,
             const std::vector<ParameterSpec>& specs) {
  for (const auto& spec : specs)
    all.push_back({prefix + spec.name, who, spec});
}

/// Which policy answers, and the parameters of all that could.
void add_slot(Declared& all, const ActorDescriptor& actor, const QuestionSlot& slot, const Catalog& catalog) {
  const std::optional<std::string> by_default =
      slot.default_policy.empty() ? std::nullopt : std::optional(slot.default_policy);
  all.push_back({slot.property(), "actor " + actor.name,
                 choice(slot.property(), by_default, catalog.policies_of(slot.question),
                        "the policy that answers " + slot.question)});
  for (const auto& name : catalog.policies_of(slot.question))
    add_all(all, slot.property() + ".", "policy " + name, catalog.policies().at(name)->parameters);
}

std::string form_of(const ParameterSpec& spec) {
  return spec.meaning + "; " + spec.accepts() + spec.default_value.value_or("");
}

/// The names whose last part is that word: of "fcfs" cluster/fcfs and cluster.fcfs.
std::vector<std::string> names_that_end_in(const std::string& word, const Library& library) {
  std::vector<std::string> found;
  for (const auto& name : described_names(library))
    if (const auto part = name.find_last_of("/."); part != std::string::npos && name.substr(part + 1) == word)
      found.push_back(name);
  return found;
}

/// A word that is a valid value of settings, such as a "sjf" of policy.order. False where it is none.
bool describe_choice(const std::string& word, const Library& library) {
  std::vector<std::string> keys;
  for (const auto& setting : all_settings(library))
    if (const auto& choices = setting.spec.choices;
        setting.spec.type == ParameterSpec::Type::choice && (keys.empty() || keys.back() != setting.key) &&
        std::find(choices.begin(), choices.end(), word) != choices.end())
      keys.push_back(setting.key);
  if (keys.empty())
    return false;
  std::cout << word << ": a value of a setting\n";
  for (const auto& key : keys)
    std::cout << wrapped("--set " + key + "=" + word + "; malha describe " + key + " says what it means",
                         "  ");
  if (const auto named = names_that_end_in(word, library); !named.empty())
    std::cout << wrapped("did you mean " + listed(named) + "?", "  ");
  return true;
}

} // namespace

std::vector<DeclaredSetting> all_settings(const Library& library) {
  const auto& catalog = library.catalog();
  Declared all;
  add_all(all, "", "every run", run_parameters());
  for (const auto& [name, platform] : catalog.platforms())
    add_all(all, "platform.", "platform " + name, platform->parameters);
  for (const auto& [name, workload] : catalog.workloads())
    add_all(all, "workload.", "workload " + name, workload->parameters);
  for (const auto& [name, actor] : catalog.actors()) {
    if (actor->is_environment)
      add_all(all, prefix_of(*actor) + ".", "environment actor " + name, actor->parameters);
    else
      add_all(all, "", "actor " + name, actor->parameters);
    for (const auto& slot : actor->asks)
      add_slot(all, *actor, slot, catalog);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tie(a.key, a.who) < std::tie(b.key, b.who);
  });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const auto& a, const auto& b) { return a.key == b.key && a.who == b.who; }),
            all.end());
  return all;
}

bool describe_setting(const std::string& key, const Library& library) {
  std::vector<std::pair<ParameterSpec, std::vector<std::string>>> forms; // each with who declares it so
  for (const auto& setting : all_settings(library)) {
    if (setting.key != key)
      continue;
    auto form = std::find_if(forms.begin(), forms.end(),
                             [&](const auto& one) { return form_of(one.first) == form_of(setting.spec); });
    if (form == forms.end())
      form = forms.insert(forms.end(), {setting.spec, {}});
    form->second.push_back(setting.who);
  }
  if (forms.empty())
    return describe_choice(key, library);
  std::cout << key << ": a setting; --set " << key << "=…\n";
  for (auto& [spec, who] : forms) {
    spec.name = key;
    print_parameters({spec}, "");
    std::cout << wrapped("declared by: " + listed(who), "      ");
  }
  return true;
}

} // namespace malha
