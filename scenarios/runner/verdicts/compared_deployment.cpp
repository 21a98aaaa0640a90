// SPDX-License-Identifier: MIT
#include "compared_deployment.hpp"

#include "actors/runtime/plan/environment.hpp"
#include "results/files/files.hpp"
#include "scenarios/runner/language/path_names.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& text, const std::string& what, const std::string& valid) {
  throw InputError("-d " + text + ": " + what + "; valid: " + valid);
}

std::string with_escapes(const std::string& text) {
  std::string made;
  for (const char letter : text) {
    if (letter == ',')
      made += '\\';
    made += letter;
  }
  return made;
}

/// The deployment, and then "key=value" for each setting.
std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces{""};
  bool may_begin = false; // whether a comma was read, behind which a setting may begin
  std::string read;
  const auto take = [&] {
    if (may_begin && read.find('=') != std::string::npos)
      pieces.push_back(read);
    else
      pieces.back() += (may_begin ? "," : "") + read;
    read.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      read += text[++i];
    } else if (text[i] == ',') {
      take();
      may_begin = true;
    } else {
      read += text[i];
    }
  take();
  return pieces;
}

void check_label(const std::string& text, const std::string& label) {
  if (label.empty())
    refuse(text, "its label is empty", "LABEL=DEPLOYMENT, or DEPLOYMENT alone");
  check_folder_name("label", label);
  if (label.find_first_of(" ;\"'\\") != std::string::npos || label.front() == '-')
    refuse(text, "the label '" + label + "' cannot name a run",
           "a label without blanks, quotes, ';' and '\\', and without '-' at its begin");
}

[[noreturn]] void refuse_shared(const ComparedDeployment& one, const std::string& key,
                                const std::string& value, const std::string& whose) {
  refuse(one.text(), key + " is a setting of " + whose + ", which is the same for all deployments",
         "--set " + key + "=" + value + ", or settings that the deployment declares");
}

/// Where a label ends; npos where there is none.
std::size_t end_of_label(const std::string& text) {
  const auto equals = text.find('=');
  const auto label = text.substr(0, equals);
  const bool is_label = equals != std::string::npos && label.find_first_of("/,") == std::string::npos;
  return is_label && !is_there(text) ? equals : std::string::npos;
}

} // namespace

std::string short_name(const std::string& name) {
  return is_path(name) ? fs::path(name).stem().string() : name;
}

std::string ComparedDeployment::text() const {
  if (label.empty())
    return deployment;
  auto all = label + "=" + with_escapes(deployment);
  for (const auto& [key, value] : settings)
    all.append(",").append(key).append("=").append(with_escapes(value));
  return all;
}

ComparedDeployment read_deployment_option(const std::string& text) {
  const auto end = end_of_label(text);
  if (end == std::string::npos) {
    const auto comma = text.find(',');
    const auto equals = text.find('=', std::min(comma, text.size()));
    if (equals != std::string::npos && !is_there(text))
      refuse(text, "has settings and no label", "LABEL=" + text + ", where the label is its name in results");
    return {text};
  }
  ComparedDeployment read{"", text.substr(0, end)};
  check_label(text, read.label);
  const auto pieces = pieces_of(text.substr(end + 1));
  read.deployment = pieces.front();
  if (read.deployment.empty())
    refuse(text, "names no deployment", "LABEL=DEPLOYMENT,KEY=VALUE");
  for (auto piece = std::next(pieces.begin()); piece != pieces.end(); ++piece) {
    const auto equals = piece->find('=');
    const auto key = piece->substr(0, equals);
    if (key.empty())
      refuse(text, "'" + *piece + "' is not key=value", "LABEL=DEPLOYMENT,KEY=VALUE");
    if (!read.settings.emplace(key, piece->substr(equals + 1)).second)
      refuse(text, "sets " + key + " twice", "each setting once");
  }
  return read;
}

std::vector<std::string> names_of(const std::vector<ComparedDeployment>& deployments) {
  std::vector<std::string> names;
  std::set<std::string> taken, given;
  for (const auto& one : deployments)
    if (!one.label.empty() && !taken.insert(one.label).second)
      throw InputError("-d " + one.text() + ": another deployment is called '" + one.label +
                       "', too; valid: a label of its own");
  for (const auto& one : deployments) {
    if (!one.label.empty()) {
      names.push_back(one.label);
      continue;
    }
    const auto called = short_name(one.deployment);
    if (!given.insert(one.deployment).second)
      throw InputError("-d " + one.deployment +
                       ": is given twice; valid: once, or with labels, such as a=" + one.deployment);
    auto name = called;
    for (int number = 2; !taken.insert(name).second; ++number)
      name = std::string(called).append("#").append(std::to_string(number));
    names.push_back(name);
  }
  return names;
}

void check_own_settings(const std::vector<ComparedDeployment>& deployments,
                        const std::vector<std::string>& environment) {
  const auto& of_run = run_parameters();
  const auto of_environment = [&](const std::string& key) {
    return std::any_of(environment.begin(), environment.end(), [&](const std::string& actor) {
      const auto prefix = actor.substr(std::min(actor.rfind('/') + 1, actor.size()));
      return key.size() > prefix.size() && key[prefix.size()] == '.' && key.rfind(prefix, 0) == 0;
    });
  };
  for (const auto& one : deployments)
    for (const auto& [key, value] : one.settings) {
      const bool is_of_run = std::any_of(of_run.begin(), of_run.end(),
                                         [&, &name = key](const auto& spec) { return spec.name == name; });
      const std::string whose = key.rfind("platform.", 0) == 0   ? "the platform"
                                : key.rfind("workload.", 0) == 0 ? "the workload"
                                : is_of_run                      ? "the run"
                                : of_environment(key)            ? "the environment"
                                                                 : "";
      if (!whose.empty())
        refuse_shared(one, key, value, whose);
    }
}

} // namespace malha
