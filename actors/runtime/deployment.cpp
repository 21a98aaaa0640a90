// SPDX-License-Identifier: MIT
#include "deployment.hpp"

#include "xml.hpp"

#include <set>

namespace malha {
namespace {

struct WrittenActor {
  pugi::xml_node node;
  const ActorDescriptor* descriptor;
  Settings properties;
};

/// Part of `key` behind "<slot property>.", or nothing.
std::optional<std::string> parameter_of_policy(const QuestionSlot& slot, const std::string& key) {
  const std::string prefix = slot.property() + ".";
  if (key.compare(0, prefix.size(), prefix) != 0)
    return std::nullopt;
  return key.substr(prefix.size());
}

class Reader {
public:
  Reader(const std::filesystem::path& file, const Settings& settings, const Catalog& catalog)
      : xml_(file), settings_(settings), catalog_(catalog) {}

  Deployment read() {
    const auto root = xml_.root("platform");
    xml_.allow(root, {"version"}, {"actor"});
    std::vector<WrittenActor> written;
    for (const auto node : root.children("actor"))
      written.push_back(read_actor(node));
    if (written.empty())
      xml_.fail(root, "deploys no actor");
    apply_settings(written);
    Deployment deployment{xml_.path().stem().string(), {}};
    for (const auto& actor : written)
      deployment.actors.push_back(place(actor));
    return deployment;
  }

private:
  WrittenActor read_actor(const pugi::xml_node& node) {
    xml_.allow(node, {"host", "function"}, {"prop"});
    WrittenActor actor{node, nullptr, {}};
    guarded(node, [&] { actor.descriptor = &catalog_.actor(xml_.required(node, "function")); });
    xml_.required(node, "host");
    for (const auto property : node.children("prop")) {
      xml_.allow(property, {"id", "value"}, {});
      if (!actor.properties.emplace(xml_.required(property, "id"), xml_.required(property, "value")).second)
        xml_.fail(property, "property '" + xml_.required(property, "id") + "' is given twice");
    }
    return actor;
  }

  /// Policies first: which parameters an actor declares depends on the policies it asks.
  void apply_settings(std::vector<WrittenActor>& actors) {
    std::set<std::string> used;
    for (auto& actor : actors)
      for (const auto& slot : actor.descriptor->asks)
        if (const auto setting = settings_.find(slot.property()); setting != settings_.end()) {
          actor.properties[setting->first] = setting->second;
          used.insert(setting->first);
        }
    std::set<std::string> declared;
    for (auto& actor : actors)
      for (const auto& key : declared_keys(actor)) {
        declared.insert(key);
        if (const auto setting = settings_.find(key); setting != settings_.end()) {
          actor.properties[key] = setting->second;
          used.insert(key);
        }
      }
    for (const auto& [key, value] : settings_)
      if (used.count(key) == 0)
        throw InputError("setting " + key + "=" + value + ": no actor of " + xml_.path().string() +
                         " declares '" + key + "'; valid: " + listed({declared.begin(), declared.end()}));
  }

  std::vector<std::string> declared_keys(const WrittenActor& actor) {
    std::vector<std::string> keys;
    for (const auto& spec : actor.descriptor->parameters)
      keys.push_back(spec.name);
    for (const auto& slot : actor.descriptor->asks) {
      keys.push_back(slot.property());
      for (const auto& spec : policy_of(actor, slot).parameters)
        keys.push_back(slot.property() + "." + spec.name);
    }
    return keys;
  }

  const PolicyDescriptor& policy_of(const WrittenActor& actor, const QuestionSlot& slot) {
    const PolicyDescriptor* policy = nullptr;
    const auto chosen = actor.properties.find(slot.property());
    if (chosen == actor.properties.end())
      xml_.fail(actor.node, "actor '" + actor.descriptor->name + "' has no property '" + slot.property() +
                                "', the policy that answers " + slot.question);
    guarded(actor.node, [&] { policy = &catalog_.policy(chosen->second, slot.question); });
    return *policy;
  }

  PlacedActor place(const WrittenActor& actor) {
    PlacedActor placed{xml_.required(actor.node, "host"), actor.descriptor, {}, {}, xml_.place(actor.node)};
    Settings own = actor.properties;
    for (const auto& slot : actor.descriptor->asks) {
      const auto& policy = policy_of(actor, slot);
      Settings of_policy;
      own.erase(slot.property());
      for (const auto& [key, value] : actor.properties)
        if (const auto parameter = parameter_of_policy(slot, key)) {
          of_policy[*parameter] = value;
          own.erase(key);
        }
      guarded(actor.node, "policy '" + policy.name + "': ", [&] {
        placed.choices[slot.slot] = {&policy, Parameters(policy.parameters, of_policy)};
      });
    }
    guarded(actor.node, "actor '" + actor.descriptor->name + "': ", [&] {
      placed.parameters = Parameters(actor.descriptor->parameters, own);
    });
    return placed;
  }

  template <class Action>
  void guarded(const pugi::xml_node& node, const std::string& who, Action&& action) {
    try {
      action();
    } catch (const std::invalid_argument& error) {
      xml_.fail(node, who + error.what());
    }
  }
  template <class Action>
  void guarded(const pugi::xml_node& node, Action&& action) {
    guarded(node, "", action);
  }

  XmlFile xml_;
  const Settings& settings_;
  const Catalog& catalog_;
};

} // namespace

Deployment read_deployment(const std::filesystem::path& file, const Settings& settings,
                           const Catalog& catalog) {
  return Reader(file, settings, catalog).read();
}

} // namespace malha
