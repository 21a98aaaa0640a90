// SPDX-License-Identifier: MIT
#pragma once
#include "asking_again.hpp"
#include "check.hpp"
#include "views.hpp"

namespace malha::conformance {

/// Checks the policy of a plugin, and writes the findings into the report.
class PolicyCheck {
public:
  PolicyCheck(PluginReport& report, const CheckOptions& options);

  /// Asks random views of the question under every setting, then the same views again under other conditions.
  void check(const Views& views);
  /// Asks the views of one example in the same way. Throws NoView.
  void check(const Json& example);

private:
  void draw(const Views& views);
  void ask_all();
  void ask_again();
  void compare(const std::vector<std::size_t>& good, const std::vector<SessionResult>& results);
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
  std::vector<SessionResult> first_; ///< results of each sequence, in a process of its own
  bool is_alone_ = false;            ///< each view is put to an instance of its own
};

} // namespace malha::conformance
