// SPDX-License-Identifier: MIT
#pragma once
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <utility>

namespace malha {

/// What one study or one file format adds to a job: at most one value of each type, which nobody else needs
/// to know. Copies share the values, which never change. Without any it is a null pointer.
class Extensions {
public:
  /// Adds a value, or takes the place of the one of its type.
  template <class Value>
  void set(Value value) {
    first_ = new Holder<Value>(std::move(value), first_); // it hides an earlier one of its type
  }

  /// The value of that type; null where there is none.
  template <class Value>
  const Value* find() const {
    for (const Node* node = first_.get(); node != nullptr; node = node->next.get())
      if (const auto* holder = dynamic_cast<const Holder<Value>*>(node))
        return &holder->value;
    return nullptr;
  }

  bool empty() const { return first_ == nullptr; }

private:
  struct Node : boost::intrusive_ref_counter<Node> {
    explicit Node(boost::intrusive_ptr<const Node> rest) : next(std::move(rest)) {}
    virtual ~Node() = default;

    const boost::intrusive_ptr<const Node> next;
  };

  template <class Value>
  struct Holder : Node {
    Holder(Value held, boost::intrusive_ptr<const Node> rest)
        : Node(std::move(rest)), value(std::move(held)) {}

    const Value value;
  };

  boost::intrusive_ptr<const Node> first_;
};

} // namespace malha
