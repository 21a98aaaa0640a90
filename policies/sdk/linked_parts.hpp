// SPDX-License-Identifier: MIT
#pragma once
#include <boost/preprocessor/cat.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace malha {

/// The place in lists of a part that asks for none: behind those that do.
inline constexpr int last_place = 1'000'000;

/// The list of one kind of part, for who finds parts in plugins and does not know their type.
class __attribute__((visibility("default"))) AnyPartList {
public:
  virtual ~AnyPartList() = default;
  /// Copies a part from a plugin, whose descriptor is of the kind's type. Does so once, however often it is
  /// asked. Answers false, and does nothing, when another part has the name.
  virtual bool adopt(const void* descriptor) = 0;
};

/// The lists that this program has, by kind: "metric". One for the program and all its shared libraries.
__attribute__((visibility("default"))) inline std::map<std::string, AnyPartList*>& part_lists() {
  // It is never destroyed: at exit the program's own objects go before those of its libraries, and the lists
  // there still sign off.
  static auto& all = *new std::map<std::string, AnyPartList*>;
  return all;
}

/// The parts of one kind. Those that are linked in come first, in the order of their `place`, ties by name;
/// then those of plugins by name.
template <class Part>
class __attribute__((visibility("default"))) PartList final : public AnyPartList {
public:
  PartList() { part_lists()[Part::kind] = this; }
  ~PartList() override { part_lists().erase(Part::kind); }
  PartList(const PartList&) = delete;
  PartList& operator=(const PartList&) = delete;

  const std::vector<Part>& all() const { return all_; }

  /// Throws std::logic_error when another part has the name.
  void link(Part part) {
    if (has(part.name))
      throw std::logic_error("two linked parts have the name '" + part.name + "'");
    const auto comes_before = [](const Part& a, const Part& b) {
      return std::tie(a.place, a.name) < std::tie(b.place, b.name);
    };
    const auto end = all_.begin() + linked_++;
    const auto position = std::upper_bound(all_.begin(), end, part, comes_before);
    all_.insert(position, std::move(part));
  }

  bool adopt(const void* descriptor) override {
    if (adopted_.count(descriptor) > 0)
      return true;
    const auto& part = *static_cast<const Part*>(descriptor);
    if (has(part.name))
      return false;
    adopted_.insert(descriptor);
    const auto comes_before = [](const Part& a, const Part& b) { return a.name < b.name; };
    all_.insert(std::upper_bound(all_.begin() + linked_, all_.end(), part, comes_before), part);
    return true;
  }

private:
  bool has(const std::string& name) const {
    return std::any_of(all_.begin(), all_.end(), [&](const Part& part) { return part.name == name; });
  }

  std::vector<Part> all_;
  std::ptrdiff_t linked_ = 0; ///< so many of them are linked in
  std::set<const void*> adopted_;
};

/// The list behind `linked_parts`. One for the program and all its shared libraries.
template <class Part>
__attribute__((visibility("default"))) PartList<Part>& list_of_linked_parts() {
  static PartList<Part> list;
  return list;
}

/// The parts of one kind: commands, claim rules or metrics. Neither the order of linking nor that in which
/// plugins are opened matters.
template <class Part>
const std::vector<Part>& linked_parts() {
  return list_of_linked_parts<Part>().all();
}

/// Adds a part; MALHA_LINKED_PART calls it before `main` begins. Throws std::logic_error when another part
/// has the name: the program then ends at once and says so.
template <class Part>
bool add_linked_part(Part part) {
  list_of_linked_parts<Part>().link(std::move(part));
  return true;
}

} // namespace malha

/// Registers a part where its file ends. The macros of the kinds (MALHA_COMMAND, MALHA_CLAIM, MALHA_METRIC)
/// are made of it. In a plugin, which is compiled with MALHA_PARTS_OF_PLUGIN, the entry point brings the part
/// instead.
#ifdef MALHA_PARTS_OF_PLUGIN
#include "plugin_parts.hpp"
#else
#define MALHA_LINKED_PART(...)                                                                               \
  static const bool BOOST_PP_CAT(malha_linked_part_, __COUNTER__) = malha::add_linked_part(__VA_ARGS__);
#endif
