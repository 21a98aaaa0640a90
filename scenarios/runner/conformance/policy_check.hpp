// SPDX-License-Identifier: MIT
#pragma once
#include "asking_again.hpp"
#include "check.hpp"
#include "views.hpp"

namespace malha::conformance {

/// Looks for what is wrong with the policy of a plugin, and writes it into the report.
class PolicyCheck {
public:
  PolicyCheck(PluginReport& report, const CheckOptions& options);

  /// Asks random views of its question under every setting, then the same once more under other conditions.
  void check(const Views& views);
  /// Does the same with one example. Throws NoView.
  void check(const Json& example);

private:
  void draw(const Views& views);
  void ask_all();
  void ask_again();
  void compare(const std::vector<std::size_t>& good, const std::vector<Tried>& tried);
  void look_at_memory();

  void note(const Found& found, const Json& example);
  void note_difference(const std::string& row, const Json& example, const std::vector<const char*>& hidden);
  void skip(const std::vector<const char*>& rows, const std::string& why);
  bool has(const std::string& row) const;
  Json cut(std::size_t sequence, std::size_t view) const;
  Json complete(const Json& example) const;

  PluginReport& report_;
  const CheckOptions& options_;
  AskingAgain policy_;
  std::vector<Sequence> sequences_;
  std::vector<Tried> first_; ///< what came of each sequence, in a process of its own
  bool is_alone_ = false;    ///< each view is put to an instance of its own
};

} // namespace malha::conformance
