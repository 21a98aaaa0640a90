// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/model/model.hpp"
#include "attempt_book.hpp"

#include <variant>

namespace malha::easygrid {

/// A global manager to the application: all its tasks have ended.
struct Finished {
  static constexpr const char* kind = "finished";
  Bytes size() const { return tag_size; }
};
using ApplicationMessage = std::variant<Finished>;

/// What the managers of an application share besides messages. They know its tasks without a message, because
/// an EasyGrid application carries its own managers.
class ManagerDirectory {
public:
  /// The directory of the simulation.
  static ManagerDirectory& of(ActorContext& context);

  /// Throws InputError if managers cannot work as their parameters demand.
  explicit ManagerDirectory(Stage& simulation);

  const ManagerGrid& grid() const { return grid_; }
  const Peer& manager(int number) const { return managers_[static_cast<std::size_t>(number)]; }

  /// Whether the host of some manager is up.
  bool has_managers() const;

  std::vector<Task> tasks;  ///< submitted so far, by id
  bool is_complete = false; ///< nothing will be submitted any more
  AttemptBook attempts;

private:
  std::vector<int> site_numbers() const;
  void check_hosts() const;
  void check_patience(const Stage& simulation) const;

  const std::vector<Peer> managers_;
  ManagerGrid grid_;
};

} // namespace malha::easygrid
